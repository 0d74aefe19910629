import { nalType } from '../codecs/h264';

/** Filler data (H.264, 7.3.2.7), which is no part of any picture. */
export const filler = (byteCount: number): Buffer =>
  Buffer.from([nalType.filler, ...Array(byteCount).fill(0xff), 0x80]);

/** As many bits in 200 ms as the low layer has, 400 kbit/s: LiveKit decides by them how many must step down. */
export const lowLayerFiller = Array<Buffer>(10).fill(filler(1_000));
