import { precisionTimeStampNal } from '@/lib/media/codecs/sei';

const startCode = Buffer.from([0, 0, 0, 1]);

/** Puts the time of capture behind the delimiter with which FFmpeg's multiplexers begin an access unit. */
export function withPrecisionTimeStamp(accessUnit: Buffer, ms: number): Buffer {
  const delimiterBytes = startCode.length + 2;
  const [delimiter, rest] = [accessUnit.subarray(0, delimiterBytes), accessUnit.subarray(delimiterBytes)];
  return Buffer.concat([delimiter, startCode, precisionTimeStampNal(ms), rest]);
}
