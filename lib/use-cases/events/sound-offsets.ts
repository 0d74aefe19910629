import type { SoundOffsetJson } from '@/lib/contracts/sound-offsets';
import { minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';
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
    return readSoundOffsets(await getEvent(actor, eventId));
  },
);

/** The same for callers that have asked the policy. */
export const readSoundOffsets = defineSystem(
  'who lines up may read the event',
  async ({ id, keepsInStepBySound }: Event): Promise<SoundOffsetJson[]> => {
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
