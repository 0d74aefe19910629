import { livekitVersion } from '../find-livekit.mjs';

const archive = (system, sha256) => ({ archive: `livekit_${livekitVersion}_${system}`, sha256 });

/**
 * The official builds of livekit-server 1.13.5, by Node's names for systems; LiveKit makes none for macOS. Their checksums
 * are here and not read beside the download: whoever could change the one could change the other. A new version in
 * find-livekit.mjs needs new ones, from its checksums.txt.
 */
export const livekitArchives = {
  'linux-x64': archive('linux_amd64.tar.gz', 'c020fac437b7cc9b776eef1ad5ea8af77be9acfa07602eca20a3a44930dfbc70'),
  'linux-arm64': archive('linux_arm64.tar.gz', '332015305518765fe05bad74fc3a9d9583e635e7dd130de3c4fc563d69c550f3'),
  'linux-arm': archive('linux_armv7.tar.gz', '6dceb15fec3b2b90a67615acff7f92a48a901408f31c74f3d290a7d4277f76bd'),
  'win32-x64': archive('windows_amd64.zip', '3ec7eaa76ef64063bf21f78364733703e0969612cb92ffd60661ed45fa4a8906'),
  'win32-arm64': archive('windows_arm64.zip', '9a0facddf31346f22854a1beaeaaa2c623c165078c54765115b249d771eb0b66'),
};
