import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { TallyState } from '@/lib/core/tally';
import { db } from '@/lib/platform/db/db';
import { readTallies } from '@/lib/use-cases/tally/read-tallies';
import type { Phone } from '@/prisma/generated/client';

/** A phone, and what its page shows of its camera. */
export interface CameraState {
  phone: Phone;
  inviteId: string;
  isRevoked: boolean;
  name: string;
  /** Publishes the camera by WHIP. */
  streamKey: string;
  eventName: string;
  isOn: boolean;
  /** Null: no switcher reports this camera. */
  tally: TallyState | null;
}

/** The state of the camera that a device is, for use cases that know its secret. @returns null for an unknown secret */
export async function readCameraState(deviceSecret: string): Promise<CameraState | null> {
  const found = await db().phone.findUnique({
    where: { deviceSecretHash: hashLinkSecret(deviceSecret) },
    include: {
      stream: { select: { name: true, status: true, streamKey: true } },
      event: { select: { name: true } },
      invite: { select: { revokedAt: true } },
    },
  });
  if (!found) return null;
  const { stream, event, invite, ...phone } = found;
  const { organizationId, eventId, streamId, inviteId } = phone;
  const [tally] = await readTallies(organizationId, { ids: [eventId] });
  return {
    phone,
    inviteId,
    isRevoked: invite.revokedAt !== null,
    name: stream.name,
    streamKey: stream.streamKey,
    eventName: event.name,
    isOn: stream.status === 'provisioning' || stream.status === 'active',
    tally: tally?.attributes.streams.find(({ stream_id }) => stream_id === streamId)?.tally ?? null,
  };
}
