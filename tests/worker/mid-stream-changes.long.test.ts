import { expect, onTestFinished } from 'vitest';
import { median } from '@/lib/core/median';
import { ticksPerMs, ticksPerSecond } from '@/lib/core/timestamp33';
import { encode, liveH264, testFrames, testTone } from '../support/camera/encode';
import { joinStreams, jumpInTheMiddle, plainStream } from '../support/camera/odd-streams';
import { startReplay } from '../support/camera/replay';
import { workerTest as test, type WorkerFixtures } from '../support/fixtures/worker-test';
import { RoomDecoder, type SeenFrame } from '../support/room/room-decoder';
import { listParticipants } from '../support/room/room-participants';
import { until } from '../support/until';
import { inputUrl } from '../support/worker/worker-process';

/* A camera sets its clock, or changes its size, while it sends. A viewer's video and audio continue. */

const halfSeconds = 6;
/** Without anything in between, frames are 33 ms apart; this machine may be busy. */
const generousGapMs = 1_500;

interface Seen {
  frames: SeenFrame[];
  audio: { arrivedMs: number; rtpTimestamp: number }[];
  /** The ids of the camera's tracks, as LiveKit had them at any time. */
  tracks: Set<string>;
  /** The widths of its video that LiveKit has announced. */
  widths: Set<number>;
}

/** Sends a stream to a worker, once, and returns what a viewer in its room has got of it. */
async function view(bytes: Buffer, { worker, joinEvent }: Pick<WorkerFixtures, 'worker' | 'joinEvent'>): Promise<Seen> {
  const seen: Seen = { frames: [], audio: [], tracks: new Set(), widths: new Set() };
  const decoder = new RoomDecoder({
    onFrame: (frame) => seen.frames.push(frame),
    onAudio: ({ rtpTimestamp }) => seen.audio.push({ arrivedMs: Date.now(), rtpTimestamp }),
  });
  await joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
  const replay = startReplay(inputUrl(worker), bytes, 2 * halfSeconds);
  onTestFinished(() => replay.stop());
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  const look = async () => {
    for (const { sid, width } of (await listParticipants(worker.eventId)).flatMap(({ tracks }) => tracks)) {
      seen.tracks.add(sid);
      if (width > 0) seen.widths.add(width);
    }
    return worker.reports.at(-1)?.signal === 'lost';
  };
  await until('the stream has ended', look, { timeoutMs: 60_000 });
  decoder.close();
  return seen;
}

/** The longest time between two that arrive, once all goes well. */
const longestGapMs = (arrivals: { arrivedMs: number }[]): number => {
  const times = arrivals.map(({ arrivedMs }) => arrivedMs);
  const [startMs = 0] = times;
  return Math.max(
    ...times.slice(1).map((atMs, index) => ((times[index] ?? 0) > startMs + 2_000 ? atMs - (times[index] ?? 0) : 0)),
  );
};

/** How much later than by their timestamps the last of them arrived than the first: what a viewer would have to wait. */
function lateness(arrivals: { arrivedMs: number; rtpTimestamp: number }[], ticksPerRtpMs: number): number {
  const delays = arrivals.map(({ arrivedMs, rtpTimestamp }) => arrivedMs - rtpTimestamp / ticksPerRtpMs);
  return median(delays.slice(-60)) - median(delays.slice(60, 120));
}

test.for<[string, number]>([
  ['back', -3],
  ['ahead', 3],
])(
  'timestamps that jump %s by 3 s are seen and heard as nothing at all',
  { timeout: 120_000 },
  async ([, seconds], { worker, joinEvent }) => {
    const bytes = jumpInTheMiddle(await plainStream(2 * halfSeconds), seconds * ticksPerSecond);
    const seen = await view(bytes, { worker, joinEvent });
    const figures = {
      videoGapMs: longestGapMs(seen.frames),
      audioGapMs: longestGapMs(seen.audio),
      videoLateMs: Math.round(lateness(seen.frames, ticksPerMs)),
      audioLateMs: Math.round(lateness(seen.audio, 48)),
    };
    process.stdout.write(`a jump of ${seconds} s: ${JSON.stringify(figures)}\n`);
    expect(seen.tracks.size).toBe(2);
    expect(figures.videoGapMs).toBeLessThan(generousGapMs);
    expect(figures.audioGapMs).toBeLessThan(generousGapMs);
    // As much as a viewer would stay behind for good, or be out of sync by.
    expect(Math.abs(figures.videoLateMs)).toBeLessThan(500);
    expect(Math.abs(figures.audioLateMs)).toBeLessThan(500);
  },
);

test('a camera whose size changes stays where it is in the room: viewers see the new size at its first keyframe', async ({
  worker,
  joinEvent,
}) => {
  const codecs = [...liveH264, '-b:v', '500k', '-c:a', 'aac', '-t', String(halfSeconds)];
  const [small, large] = await Promise.all(
    ['640x360', '1280x720'].map((size) => encode([...testFrames(size), ...testTone(), ...codecs])),
  );
  const seen = await view(joinStreams(small ?? Buffer.alloc(0), large ?? Buffer.alloc(0), halfSeconds), {
    worker,
    joinEvent,
  });
  const gapMs = longestGapMs(seen.frames);
  process.stdout.write(`another size: ${JSON.stringify({ gapMs, frames: seen.frames.length })}\n`);
  expect(seen.frames.findIndex(({ width }) => width === 1280)).toBeGreaterThan(30);
  expect(seen.tracks.size, 'video and audio, the same all the time').toBe(2);
  expect([...seen.widths], 'what LiveKit tells who comes later').toEqual([640, 1280]);
  expect(gapMs).toBeLessThan(generousGapMs);
}, 120_000);
