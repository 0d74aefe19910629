import { giantVideo } from '../../camera/hostile-media';
import type { Attack } from '../attack';
import { sendAsOwnCamera } from './own-camera';

/** A decoder that believes them takes gigabytes. */
export const giantParameterSets: Attack = {
  name: 'HEVC of 15360 × 8640 by its parameter sets, 30 frames a second',
  run: (target, signal) =>
    sendAsOwnCamera(target, (seconds) => giantVideo('hevc', { width: 15_360, height: 8_640 }, seconds), signal),
};
