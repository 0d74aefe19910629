import { flippingAdts } from '../../camera/hostile-media';
import type { Attack } from '../attack';
import { sendAsOwnCamera } from './own-camera';

/** Each frame would open a resampler. */
export const changingAdts: Attack = {
  name: 'AAC whose rate and channels change with each frame, 10 Mbit/s',
  run: (target, signal) => sendAsOwnCamera(target, (seconds) => flippingAdts(10_000, seconds), signal),
};
