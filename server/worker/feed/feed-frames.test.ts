import { expect, test } from 'vitest';
import { FeedFrameReader, interruptionFrame, messageFrame, tablesFrame, taskFrame } from './feed-frames';

const message = Buffer.alloc(1316, 0x47);
const tables = Buffer.alloc(376, 1);

const mark = '0123456789abcdef';

test.each([1, 3, 7, 8, 9, 1_000, 10_000])('frames come out as they went in, cut every %i bytes', (pieceBytes) => {
  const bytes = Buffer.concat([
    // The rest of a frame that another process left unread.
    messageFrame(message, null).subarray(700),
    interruptionFrame(),
    Buffer.from(mark),
    taskFrame({ workerId: 'worker' }),
    tablesFrame(tables),
    messageFrame(message, 188),
    messageFrame(message, null),
    interruptionFrame(),
    messageFrame(message, 0),
  ]);
  const seen: unknown[] = [];
  const reader = new FeedFrameReader(mark, {
    start: (task) => seen.push(task),
    message: (data, entry) => seen.push([Buffer.from(data).equals(message), entry]),
    setTables: (data) => seen.push(data.equals(tables)),
    interrupt: () => seen.push('interruption'),
  });
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const piece = Buffer.from(bytes.subarray(offset, offset + pieceBytes));
    reader.addBytes(piece);
    // As by the next read.
    piece.fill(0xff);
  }
  expect(seen).toEqual([{ workerId: 'worker' }, true, [true, 188], [true, null], 'interruption', [true, 0]]);
});
