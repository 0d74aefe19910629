import { type Actor, credentialOf } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import { storedArrangementSchema } from '@/lib/contracts/arrangement';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { type FloorPlan, type FloorPlanImageJson, storedFloorPlanSchema } from '@/lib/contracts/floor-plan';
import { utc } from '@/lib/core/time-zone';
import { mintViewerToken, roomName, viewerIdentity } from '@/lib/platform/livekit/room-tokens';
import type { Event } from '@/prisma/generated/client';

/** An event as the cable shows it: without access to its room, which is each page's own. */
export function summarizeEvent({
  id,
  name,
  isDefault,
  startsAt,
  endsAt,
  timeZone,
  recordsWhenOn,
  keepsInStepBySound,
  keepsPlayersInStep,
  playersDelayMs,
  multiview,
  alarms,
  alarmsMutedUntil,
  floorPlan,
  createdAt,
}: Event): EventSummaryJson {
  return {
    id,
    type: 'event',
    attributes: {
      name,
      livekit_room_name: roomName(id),
      is_default: isDefault,
      starts_at: startsAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
      time_zone: timeZone ?? utc,
      records_when_on: recordsWhenOn,
      keeps_in_step_by_sound: keepsInStepBySound,
      keeps_players_in_step: keepsPlayersInStep,
      players_delay_ms: playersDelayMs,
      multiview: storedArrangementSchema.parse(multiview),
      wall: storedArrangementSchema.parse(multiview),
      alarms: storedAlarmsSchema.parse(alarms),
      alarms_muted_until: alarmsMutedUntil?.toISOString() ?? null,
      floor_plan: storedFloorPlanSchema.parse(floorPlan),
      created_at: createdAt.toISOString(),
    },
  };
}

/**
 * An event as the API shows it to an actor, with a new token for its room.
 * @param livekitUrl where this actor's browser reaches LiveKit
 * @throws AppError `forbidden` for an actor who may not watch it
 */
export function serializeEvent(actor: Actor, event: Event, livekitUrl: string): EventJson {
  authorize(actor, 'events.watch', event);
  const summary = summarizeEvent(event);
  return {
    ...summary,
    attributes: {
      ...summary.attributes,
      livekit_token: mintViewerToken(event.id, viewerIdentity(credentialOf(actor).id)),
      livekit_url: livekitUrl,
    },
  };
}

/** The floor plan of an event as the API shows it to members. */
export const serializeFloorPlan = (
  eventId: string,
  { image, ...plan }: FloorPlan & { image: Uint8Array },
): FloorPlanImageJson => ({
  id: eventId,
  type: 'floor_plan',
  attributes: { ...plan, image: Buffer.from(image).toString('base64') },
});
