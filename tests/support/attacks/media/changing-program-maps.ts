import { flippingProgramMaps } from '../../camera/hostile-media';
import type { Attack } from '../attack';
import { sendAsOwnCamera } from './own-camera';

/** Each map would start decoders and outputs anew, and be logged. */
export const changingProgramMaps: Attack = {
  name: 'program maps that change with each packet, 10 Mbit/s',
  run: (target, signal) => sendAsOwnCamera(target, (seconds) => flippingProgramMaps(10_000, seconds), signal),
};
