import type { RtmpMessage } from './chunk-stream';
import { RtmpError } from './rtmp-error';

/** FLV tags in one message, whose timestamps count from its own (7.1.6). @throws RtmpError when one is cut */
export function* splitAggregate({ timestamp, streamId, body }: RtmpMessage): Generator<RtmpMessage> {
  const headBytes = 11;
  const backPointerBytes = 4;
  let firstTimestamp: number | null = null;
  for (let offset = 0; offset + headBytes <= body.length; ) {
    const length = body.readUIntBE(offset + 1, 3);
    const own = (body.readUIntBE(offset + 4, 3) | (body.readUInt8(offset + 7) << 24)) >>> 0;
    firstTimestamp ??= own;
    const start = offset + headBytes;
    if (start + length > body.length) throw new RtmpError('an aggregate is cut');
    const type = body.readUInt8(offset);
    const part = body.subarray(start, start + length);
    yield { type, timestamp: (timestamp + own - firstTimestamp) >>> 0, streamId, body: part };
    offset = start + length + backPointerBytes;
  }
}
