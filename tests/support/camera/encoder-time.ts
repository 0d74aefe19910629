const startCode = Buffer.from([0, 0, 0, 1]);
const userDataUnregistered = 5;

/** A NAL unit of H.264 that says when a frame was captured (MISB ST 0604). @param ms since 1970 */
export function precisionTimeStampNal(ms: number, uuid = 'MISPmicrosectime'): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.round(ms * 1_000)));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = time;
  // Between the bytes of the time there is ff, so that nothing needs emulation prevention.
  const payload = [...Buffer.from(uuid, 'latin1'), 0x1f, a, b, 0xff, c, d, 0xff, e, f, 0xff, g, h];
  return Buffer.from([6, userDataUnregistered, payload.length, ...payload, 0x80]);
}

/** Puts such a NAL unit behind the delimiter with which FFmpeg's multiplexers begin an access unit. */
export function withPrecisionTimeStamp(accessUnit: Buffer, ms: number): Buffer {
  const delimiterBytes = startCode.length + 2;
  const [delimiter, rest] = [accessUnit.subarray(0, delimiterBytes), accessUnit.subarray(delimiterBytes)];
  return Buffer.concat([delimiter, startCode, precisionTimeStampNal(ms), rest]);
}
