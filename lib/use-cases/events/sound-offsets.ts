import type { SoundOffsetJson } from '@/lib/contracts/sound-offsets';
import { minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from './get-event';

/** Older readings are no longer of the present: cameras are heard twice a minute. */
const maxAgeMs = 3 * minuteMs;

/**
 * Lists how far an event's live cameras are apart by what they hear. A camera that hears nothing in common with another one
 * is not listed.
 * @throws AppError `not_found`
 */
export const listSoundOffsets = defineUseCase(
  { action: 'events.read' },
  async ({ actor }, eventId: string): Promise<SoundOffsetJson[]> => {
    const { id, keepsInStepBySound } = await getEvent(actor, eventId);
    if (!keepsInStepBySound) return [];
    const readings = await db().soundReading.findMany({
      where: { eventId: id, at: { gt: new Date(Date.now() - maxAgeMs) }, stream: { signal: 'live' } },
      orderBy: { at: 'desc' },
    });
    const latest = new Map(readings.toReversed().map((reading) => [reading.streamId, reading]));
    return [...latest].flatMap(([streamId, { at, hall, shiftMs, uncertaintyMs }]) =>
      streamId === null
        ? []
        : {
            id: streamId,
            type: 'sound_offset',
            attributes: { at: at.toISOString(), hall, shift_ms: shiftMs, uncertainty_ms: uncertaintyMs },
          },
    );
  },
);
