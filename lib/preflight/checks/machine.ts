import { readFile } from 'node:fs/promises';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { readMaxOpenFiles } from '@/lib/platform/process/max-open-files';
import { productVersion } from '@/lib/platform/process/product-version';
import { type Check, ok, warning } from '../check-result';

/** Lists the versions in use, for bug reports. */
export const checkVersions: Check = async () => [
  ok('versions', `Sightline ${productVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`),
];

const enoughFiles = 8_192;

/** Whether this process may open as many files and sockets as a busy server needs. */
export const checkFiles: Check = async () => {
  const limit = readMaxOpenFiles();
  if (limit === null) return [ok('files', 'There is no limit of open files and sockets.')];
  const text = `This process may have ${limit} files and sockets open.`;
  if (limit >= enoughFiles) return [ok('files', text)];
  const fix = 'Raise it to 65536: LimitNOFILE in systemd, ulimits in Compose, or `ulimit -n` before the start.';
  return [warning('files', text, fix)];
};

/** Size that the SRT router requests (srt-router/thread/public-socket.ts) and LiveKit recommends. */
const wantedUdpBytes = 4 * 1024 * 1024;

/** Checks whether the system lets the gateway and LiveKit buffer bursts of datagrams. */
export const checkUdpBuffers: Check = async () => {
  const text = await readFile('/proc/sys/net/core/rmem_max', 'utf8').catch(() => null);
  if (text === null) return [ok('udp_buffers', 'This system does not say how large UDP buffers may be.')];
  const bytes = Number(text);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  if (bytes >= wantedUdpBytes) return [ok('udp_buffers', `UDP buffers may have ${megabytes} MB.`)];
  const fix = `Run \`sysctl -w net.core.rmem_max=${wantedUdpBytes}\` as root, and put that line into /etc/sysctl.d/.`;
  return [
    warning('udp_buffers', `UDP buffers may have only ${megabytes} MB, so bursts of many cameras are lost.`, fix),
  ];
};

/** Lists the addresses at which encoders in the local network reach this machine. */
export const checkLan: Check = async () => {
  const addresses = readLanAddresses();
  if (addresses.length > 0) return [ok('lan', `In local networks this machine is ${addresses.join(', ')}.`)];
  return [
    warning(
      'lan',
      'This machine has no address in a local network.',
      'Connect it to the network of your encoders, unless they come over the internet or through a load balancer.',
    ),
  ];
};
