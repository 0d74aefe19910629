import { setImmediate as turn } from 'node:timers/promises';
import { groupBySound, type HeardCamera, type HeardPair } from '@/lib/core/group-by-sound';
import { newId } from '@/lib/core/id';
import { hearOffset, type PreparedSound, prepareSound } from '@/lib/core/sound-offset';
import { soundWaysMs } from '@/lib/core/sound-ways';
import { db } from '@/lib/platform/db/db';
import { type HeardWindow, type SoundSlot, takeSoundSlot } from './sound-windows';

/** Up to so many cameras, each is compared with all others. */
const maxAllPairs = 8;
/** How far apart in a random order the cameras are that are compared, where there are more. */
const steps = [1, 2, 3, 5];

interface ListeningCamera {
  streamId: string;
  /** When what its window begins with was sounded: the window's time less the way of the sound. */
  soundedMs: number;
  sound: PreparedSound;
}

/**
 * Compares the cameras of every event whose windows are complete, and stores by how much each must be moved. It lets the
 * gateway do other work after each comparison, which takes about 20 ms.
 */
export async function hearCameras(signal: AbortSignal): Promise<{ events: number; cameras: number }> {
  const count = { events: 0, cameras: 0 };
  while (!signal.aborted) {
    const slot = await takeSoundSlot();
    if (!slot) break;
    const pairs = await hearPairs(slot);
    const halls = groupBySound(pairs, await shiftsBefore(slot));
    await storeReadings(slot, halls);
    count.events++;
    count.cameras += halls.reduce((sum, hall) => sum + hall.length, 0);
  }
  return count;
}

async function hearPairs({ windows, plan }: SoundSlot): Promise<HeardPair[]> {
  const cameras: ListeningCamera[] = [];
  const places = windows.map(({ planX: x, planY: y }) => (x === null || y === null ? null : { x, y }));
  const waysMs = plan ? soundWaysMs(plan, places) : [];
  for (const [index, window] of windows.entries()) {
    const { streamId, startMs } = window;
    const sound = prepareSound(samplesOf(window));
    if (sound) cameras.push({ streamId, soundedMs: startMs - (waysMs[index] ?? 0), sound });
    await turn();
  }
  const pairs: HeardPair[] = [];
  for (const [first, second] of comparisonsOf(cameras)) {
    const heard = hearOffset(first.sound, second.sound);
    if (heard) {
      const ms = heard.ms + second.soundedMs - first.soundedMs;
      pairs.push({ first: first.streamId, second: second.streamId, ms, uncertaintyMs: heard.uncertaintyMs });
    }
    await turn();
  }
  return pairs;
}

function samplesOf({ samples }: HeardWindow): Float32Array {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  return Float32Array.from({ length: samples.byteLength / 2 }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}

/** Every pair of a few cameras; of many, each with a few others, which are others the next time. */
function comparisonsOf(cameras: readonly ListeningCamera[]): [ListeningCamera, ListeningCamera][] {
  const order = cameras
    .map((camera) => ({ camera, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ camera }) => camera);
  const isFew = order.length <= maxAllPairs;
  return order.flatMap((first, index) => {
    const others = isFew ? order.slice(index + 1) : steps.flatMap((step) => order[(index + step) % order.length] ?? []);
    return others.map((second): [ListeningCamera, ListeningCamera] => [first, second]);
  });
}

/**
 * Reads the last shifts of a slot's cameras, which are its reference: those of the same connections, or all if every encoder
 * has connected anew.
 */
async function shiftsBefore({ eventId, at, windows }: SoundSlot): Promise<Map<string, number>> {
  const last = await db().$queryRaw<{ streamId: string; connection: string; shiftMs: number }[]>`
    SELECT DISTINCT ON (stream_id) stream_id AS "streamId", connection, shift_ms AS "shiftMs"
    FROM sound_readings
    WHERE event_id = ${eventId}::uuid AND at < ${at} AND at > ${at}::timestamptz - interval '6 hours'
      AND stream_id = ANY(${windows.map(({ streamId }) => streamId)}::uuid[])
    ORDER BY stream_id, at DESC`;
  const connections = new Set(windows.map(({ connection }) => connection));
  const same = last.filter(({ connection }) => connections.has(connection));
  return new Map((same.length > 0 ? same : last).map(({ streamId, shiftMs }) => [streamId, shiftMs]));
}

/** Does nothing for cameras that were deleted, or moved to another event, meanwhile. */
async function storeReadings({ eventId, at, windows }: SoundSlot, halls: HeardCamera[][]): Promise<void> {
  const readings = halls.flatMap((hall, index) => hall.map((camera) => ({ ...camera, hall: index + 1 })));
  if (readings.length === 0) return;
  const connections = new Map(windows.map(({ streamId, connection }) => [streamId, connection]));
  await db().$executeRaw`
    INSERT INTO sound_readings
      (id, organization_id, event_id, stream_id, recording_id, at, connection, hall, shift_ms, uncertainty_ms)
    SELECT heard.id, streams.organization_id, streams.event_id, streams.id, recording.id, ${at},
      heard.connection, heard.hall, heard.shift_ms, heard.uncertainty_ms
    FROM unnest(
      ${readings.map(() => newId())}::uuid[], ${readings.map(({ id }) => id)}::uuid[],
      ${readings.map(({ id }) => connections.get(id) ?? '')}::text[], ${readings.map(({ hall }) => hall)}::int[],
      ${readings.map(({ shiftMs }) => shiftMs)}::float8[], ${readings.map(({ uncertaintyMs }) => uncertaintyMs)}::float8[]
    ) AS heard (id, stream_id, connection, hall, shift_ms, uncertainty_ms)
    JOIN streams ON streams.id = heard.stream_id AND streams.event_id = ${eventId}::uuid
    LEFT JOIN LATERAL (
      SELECT recordings.id FROM recordings
      WHERE recordings.stream_id = streams.id
        AND started_at <= ${at}::timestamptz + interval '12 seconds' AND (ended_at IS NULL OR ended_at >= ${at})
      ORDER BY started_at DESC LIMIT 1
    ) AS recording ON true`;
}
