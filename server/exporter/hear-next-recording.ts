import type { SoundWindow } from '@/lib/contracts/worker-protocol';
import { secondMs } from '@/lib/core/durations';
import { soundSlotMs, soundWindowSeconds } from '@/lib/core/sound-offset';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { AudioDecoder } from '@/lib/media/codecs/audio-decoder';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { ptsOfTransportPacket } from '@/lib/media/mpegts/pes-assembler';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { SoundWindows } from '@/lib/media/sound-windows';
import { samplesOf } from '@/lib/media/stereo';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { openSlices, recordingStorage } from '@/lib/platform/storage/recording-store';
import { slicesOf } from '@/lib/use-cases/recordings/open-media';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { runsOf, type TimelinePart, type TimelineRun } from '@/lib/use-cases/recordings/timeline';

/** Its recorder and its last live windows are through by then. */
const endedForMs = 2 * 60 * secondMs;
/** Each of a show's cameras is compared with all others, which takes a gateway about 20 ms a pair. */
const maxRecordings = 8;
/** Moments that are heard: the middle of as many readings does not err where one does. */
const maxSlots = 6;
/** A decoder gives its first samples late, and a window wants the last ones whole. */
const marginMs = secondMs;
/** Ticks before the first frame, whose audio may come a little earlier. */
const originTicks = 10 * secondMs * ticksPerMs;

interface HeardRecording {
  id: string;
  eventId: string;
  streamId: string;
  endedAt: Date;
}

interface Run extends TimelineRun {
  recording: HeardRecording;
}

/**
 * Reads sound out of a recording that nobody has heard, and out of those beside it, at a few moments. The gateways compare
 * it like that of live cameras. So recordings from before there was that, or of a time without it, are in step, too.
 * @returns whether there was such a recording
 */
export async function hearNextRecording(signal: AbortSignal): Promise<boolean> {
  const recordings = await findUnheard();
  const [unheard] = recordings;
  if (!unheard) return false;
  try {
    await keepWindows(unheard, recordings, signal);
  } catch (error) {
    if (signal.aborted) return false;
    log.warn({ err: error, recordingId: unheard.id }, 'exporter: the sound of a recording cannot be read');
  }
  // Also of one that cannot be read, which would be tried without end.
  await db().recording.updateMany({ where: { id: unheard.id }, data: { soundHeardAt: new Date() } });
  return true;
}

/** The latest recording that nobody has heard, and before all others those of its event that share time with it. */
async function findUnheard(): Promise<HeardRecording[]> {
  return db().$queryRaw<HeardRecording[]>`
    WITH unheard AS (
      SELECT recordings.* FROM recordings JOIN events ON events.id = recordings.event_id
      WHERE events.keeps_in_step_by_sound AND sound_heard_at IS NULL AND stream_id IS NOT NULL
        AND ended_at < now() - ${endedForMs} * interval '1 millisecond'
        AND NOT EXISTS (SELECT 1 FROM sound_readings WHERE sound_readings.recording_id = recordings.id)
        AND EXISTS (
          SELECT 1 FROM recordings AS other
          WHERE other.event_id = recordings.event_id AND other.stream_id <> recordings.stream_id
            AND other.started_at < recordings.ended_at AND other.ended_at > recordings.started_at
        )
      ORDER BY started_at DESC LIMIT 1
    )
    SELECT recordings.id, recordings.event_id AS "eventId", recordings.stream_id AS "streamId",
      recordings.ended_at AS "endedAt"
    FROM unheard JOIN recordings ON recordings.event_id = unheard.event_id
    WHERE recordings.id = unheard.id OR (
      recordings.stream_id <> unheard.stream_id
      AND recordings.started_at < unheard.ended_at AND recordings.ended_at > unheard.started_at
    )
    ORDER BY recordings.id <> unheard.id, recordings.started_at LIMIT ${maxRecordings}`;
}

async function keepWindows(
  unheard: HeardRecording,
  recordings: readonly HeardRecording[],
  signal: AbortSignal,
): Promise<void> {
  const runs = (await Promise.all(recordings.map(readRuns))).flat();
  const shared = runs
    .filter(({ recording }) => recording === unheard)
    .flatMap(slotsOf)
    .filter((slot) => runs.some((run) => run.recording !== unheard && holds(run, slot)));
  const step = Math.max(1, shared.length / maxSlots);
  const moments = Array.from({ length: Math.min(maxSlots, shared.length) }, (_, index) => (index + 0.5) * step);
  for (const slot of moments.flatMap((moment) => shared[Math.floor(moment)] ?? [])) {
    const windows = [];
    for (const run of runs.filter((one) => holds(one, slot))) {
      signal.throwIfAborted();
      const window = await readWindow(run, slot);
      if (window) windows.push({ run, window });
    }
    if (windows.length < 2) continue;
    await db().soundWindow.createMany({
      data: windows.map(({ run: { recording, startUs }, window }) => ({
        streamId: recording.streamId,
        slot,
        eventId: recording.eventId,
        connection: `${recording.id} ${Math.round(startUs / 1_000)}`,
        startMs: window.startMs,
        samples: Buffer.from(window.samples, 'base64'),
      })),
      skipDuplicates: true,
    });
  }
}

/** The stretches of a recording without a break, by the times that it has without any correction. */
async function readRuns(recording: HeardRecording): Promise<Run[]> {
  const { parts } = await new RecordingReader(recordingStorage(), recording.id).read(recording.endedAt);
  return runsOf(parts).map((run) => Object.assign(run, { recording }));
}

/** The slots whose window a run holds whole. */
function slotsOf(run: Run): number[] {
  const first = Math.ceil(run.startUs / 1_000 / soundSlotMs);
  const last = Math.floor(run.endUs / 1_000 / soundSlotMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index).filter((slot) =>
    holds(run, slot),
  );
}

function holds({ startUs, endUs }: Run, slot: number): boolean {
  const { fromMs, toMs } = stretchOf(slot);
  return startUs / 1_000 <= fromMs && endUs / 1_000 >= toMs;
}

const stretchOf = (slot: number) => ({
  fromMs: slot * soundSlotMs - marginMs,
  toMs: slot * soundSlotMs + soundWindowSeconds * secondMs + marginMs,
});

/** Decodes a run's audio around a slot. @returns null where it has none, or nothing can be heard */
async function readWindow({ recording, parts: all }: Run, slot: number): Promise<SoundWindow | null> {
  const { fromMs, toMs } = stretchOf(slot);
  const parts = all.filter(
    ({ startUs, durationUs }) => (startUs + durationUs) / 1_000 > fromMs && startUs / 1_000 < toMs,
  );
  const [first] = parts;
  if (!first) return null;
  const firstPts = ptsOfTransportPacket(await readFirstPacket(recording.id, first));
  if (firstPts === null) return null;
  const captureMs = (ticks: number) => first.startUs / 1_000 + (ticks - originTicks) / ticksPerMs;
  const windows: SoundWindow[] = [];
  const sound = new SoundWindows({
    clock: { captureMs, wallMs: captureMs },
    connectCount: () => 0,
    send: async (window) => void windows.push(window),
  });
  let mediaMs = 0;
  let audio = null as { pid: number; decoder: AudioDecoder } | null;
  const demuxer = new MpegTsDemuxer(
    {
      onProgram: (streams) => {
        const stream = streams.find((one) => one.kind === 'audio');
        if (!stream || audio?.pid === stream.pid) return;
        audio?.decoder.close();
        const decoder = new AudioDecoder(stream.codec, {
          onFrame: (frame, ticks) => sound.addSamples(samplesOf(frame), ticks),
          // It is heard as a gap, which no window goes across.
          onDamaged: () => undefined,
          now: () => mediaMs,
        });
        audio = { pid: stream.pid, decoder };
      },
      onPesPacket: ({ pid, pts, data }) => {
        if (pid !== audio?.pid) return;
        const ticks = originTicks + ticksBetween(firstPts, pts);
        mediaMs = ticks / ticksPerMs;
        audio.decoder.addPesPacket(data, ticks);
      },
    },
    () => mediaMs,
  );
  try {
    const { read, sizeBytes } = openSlices(recording.id, slicesOf(parts));
    for await (const bytes of read(0, sizeBytes)) demuxer.addBytes(bytes);
    demuxer.flush();
  } finally {
    audio?.decoder.close();
  }
  return windows.find(({ startMs }) => Math.round(startMs / soundSlotMs) === slot) ?? null;
}

async function readFirstPacket(id: string, { file, from }: TimelinePart): Promise<Buffer> {
  const { read } = openSlices(id, [{ file, from, to: from + packetBytes }]);
  const chunks: Buffer[] = [];
  for await (const chunk of read(0, packetBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
