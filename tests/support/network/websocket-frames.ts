/** A frame of a client, RFC 6455 section 5.2, masked with zeros, so that its payload is seen as it is. */
export function clientFrame(payload: Buffer | string, opcode = 1, isFinal = true): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(body.length < 126 ? 6 : 8);
  head.writeUInt8((isFinal ? 0x80 : 0) | opcode, 0);
  head.writeUInt8(0x80 | Math.min(body.length, 126), 1);
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
