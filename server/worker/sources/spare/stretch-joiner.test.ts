import { expect, test } from 'vitest';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { counterGaps } from '@/tests/support/camera/counter-gaps';
import { patTable, pmtTable, TransportStream } from '@/tests/support/camera/transport-stream';
import { pidsBetween, readLayout } from './program-layout';
import { packetsOf, StretchJoiner } from './stretch-joiner';

const audioType = 0x0f;
const noChoice = { program: null, audioTrack: null };

/** A sender of H.264 and AAC at these PIDs. */
function sender(pmtPid: number, videoPid: number, audioPid: number) {
  const stream = new TransportStream();
  const tables = () =>
    Buffer.concat([
      ...stream.section(0, patTable([{ number: 1, pmtPid }])),
      ...stream.section(
        pmtPid,
        pmtTable([
          { pid: videoPid, type: 0x1b },
          { pid: audioPid, type: audioType },
        ]),
      ),
    ]);
  const frame = (pts: number) => Buffer.concat(stream.pes(videoPid, Buffer.alloc(400, 1), { pts }));
  const sound = (pts: number) => Buffer.concat(stream.pes(audioPid, Buffer.alloc(300, 2), { pts }));
  return { stream, tables, frame, sound };
}

test('a spare with other PIDs goes out under the tables of the camera, and begins its sound no earlier than it should', () => {
  const camera = sender(0x1000, 0x100, 0x101);
  const spare = sender(0x20, 0x31, 0x32);
  const [tables, spareTables] = [camera.tables(), spare.tables()];
  const [to, from] = [readLayout(tables, noChoice), readLayout(spareTables, noChoice)];
  if (!to || !from) throw new Error('The tables cannot be read');
  const pids = pidsBetween(from, to);
  const joiner = new StretchJoiner();
  const sent: Buffer[] = [tables, camera.frame(90_000), camera.sound(90_000)];
  for (const bytes of sent) joiner.follow(bytes);
  expect(joiner.sentUntil).toBe(90_000);
  // As if it had sent for a while.
  spare.stream.skip(0x31, 5);
  const move = (time: number) => time + 100_000;
  sent.push(...joiner.begin({ pids, tables, videoPid: 0x100, move, soundFrom: 103_000 }, tables));
  for (const bytes of [spare.frame(0), spare.sound(2_000), spareTables, spare.sound(3_500), spare.frame(3_600)]) {
    for (const packet of packetsOf(bytes)) sent.push(...joiner.join(packet));
  }
  const units: PesPacket[] = [];
  const programs: unknown[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: (streams) => programs.push(streams),
    onPesPacket: (unit) => units.push(unit),
  });
  demuxer.addBytes(Buffer.concat(sent));
  demuxer.flush();
  expect(units.map(({ pid, pts, isCorrupt, followsGap }) => [pid, pts, isCorrupt || followsGap]).toSorted()).toEqual([
    [0x100, 100_000, false],
    [0x100, 103_600, false],
    [0x100, 90_000, false],
    [0x101, 103_500, false],
    [0x101, 90_000, false],
  ]);
  expect(programs).toHaveLength(1);
  expect(counterGaps(sent)).toBe(0);
});

test('tables of another codec do not fit', () => {
  const layout = readLayout(sender(0x1000, 0x100, 0x101).tables(), noChoice);
  if (!layout?.video) throw new Error('The tables cannot be read');
  const hevc = { ...layout, video: { ...layout.video, codec: 'hevc' as const } };
  expect(pidsBetween(hevc, layout)).toBeNull();
  expect(pidsBetween({ ...layout, audio: null }, layout)).not.toBeNull();
  expect(pidsBetween(layout, { ...layout, audio: null })).toBeNull();
  expect(readLayout(Buffer.alloc(0), noChoice)).toBeNull();
});
