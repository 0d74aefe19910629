import { storedFloorPlanSchema } from '@/lib/contracts/floor-plan';
import { minuteMs } from '@/lib/core/durations';
import { soundSlotMs, soundWindowSeconds } from '@/lib/core/sound-offset';
import type { ScaledPlan } from '@/lib/core/sound-ways';
import { db } from '@/lib/platform/db/db';

/** Latencies differ from camera to camera: a slot waits so long after its window for the last one. */
const lastArrivalMs = 15_000;
/** Windows that were kept for longer were left while no gateway listened, and are dropped. */
const maxAgeMs = 2 * minuteMs;
/** The advisory lock of whoever takes a slot; differs from all others of the product. */
const lockKey = 1_500_163;
/** Maximum of a slot's cameras, as each has 96 kB. */
const maxWindows = 40;

/** A camera's window of sound. */
export interface HeardWindow {
  streamId: string;
  connection: string;
  startMs: number;
  /** 16-bit mono, little-endian. */
  samples: Uint8Array;
  /** Where the camera stands on the event's floor plan, as parts of its width and height; null: nowhere. */
  planX: number | null;
  planY: number | null;
}

/** The windows of one event's cameras at one moment. */
export interface SoundSlot {
  eventId: string;
  /** When the slot began. */
  at: Date;
  windows: HeardWindow[];
  /** The event's; null where there is none, or its scale is not known. */
  plan: ScaledPlan | null;
}

/** Keeps a window until its slot is complete, while the event listens and another of its cameras is live, too. */
export async function keepSoundWindow(
  streamId: string,
  connection: string,
  startMs: number,
  samples: Buffer,
): Promise<void> {
  const slot = Math.round(startMs / soundSlotMs);
  await db().$executeRaw`
    INSERT INTO sound_windows (stream_id, slot, event_id, connection, start_ms, samples)
    SELECT streams.id, ${slot}, events.id, ${connection}, ${startMs}, ${samples}
    FROM streams JOIN events ON events.id = streams.event_id
    WHERE streams.id = ${streamId}::uuid AND events.keeps_in_step_by_sound AND EXISTS (
      SELECT 1 FROM streams AS other
      WHERE other.event_id = events.id AND other.id <> streams.id AND other.signal = 'live'
    )
    ON CONFLICT DO NOTHING`;
}

/**
 * Takes the windows of one complete slot out of the table, for one of several gateways.
 * @returns null where no slot is complete, or another gateway takes one
 */
export async function takeSoundSlot(): Promise<SoundSlot | null> {
  const completeMs = Date.now() - soundWindowSeconds * 1_000 - lastArrivalMs;
  const lastSlot = Math.floor(completeMs / soundSlotMs);
  return db().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ isOurs: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isOurs"`;
    if (!lock?.isOurs) return null;
    await tx.$executeRaw`DELETE FROM sound_windows WHERE kept_at < now() - ${maxAgeMs} * interval '1 millisecond'`;
    const [first] = await tx.$queryRaw<{ slot: number; eventId: string }[]>`
      SELECT slot, event_id AS "eventId" FROM sound_windows WHERE slot <= ${lastSlot}
      ORDER BY slot, event_id LIMIT 1`;
    if (!first) return null;
    const { slot, eventId } = first;
    const windows = await tx.$queryRaw<HeardWindow[]>`
      WITH taken AS (
        DELETE FROM sound_windows WHERE event_id = ${eventId}::uuid AND slot = ${slot}
        RETURNING stream_id, connection, start_ms, samples
      )
      SELECT streams.id AS "streamId", connection, start_ms AS "startMs", samples, plan_x AS "planX", plan_y AS "planY"
      FROM taken JOIN streams ON streams.id = taken.stream_id`;
    const event = await tx.event.findUnique({ where: { id: eventId }, select: { floorPlan: true } });
    const plan = scaledPlanOf(event?.floorPlan);
    return { eventId, at: new Date(slot * soundSlotMs), windows: windows.slice(0, maxWindows), plan };
  });
}

function scaledPlanOf(floorPlan: unknown): ScaledPlan | null {
  const {
    width = 0,
    height = 0,
    width_m: widthM,
    sound_place: soundPlace,
  } = storedFloorPlanSchema.parse(floorPlan) ?? {};
  return widthM && soundPlace ? { width, height, widthM, soundPlace } : null;
}
