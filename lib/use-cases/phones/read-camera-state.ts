import { hashLinkSecret } from '@/lib/auth/link-secret';
import { handedOverSentence } from '@/lib/contracts/hand-over';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import { latencySchema } from '@/lib/contracts/streams';
import { AppError } from '@/lib/core/errors';
import { latencyMsOf } from '@/lib/core/srt-latency';
import type { TallyState } from '@/lib/core/tally';
import { db } from '@/lib/platform/db/db';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import type { Phone, Prisma } from '@/prisma/generated/client';
import { countUnknown } from './camera-limits';
import { revokedSentence } from './lock-invite';

/** A phone, and what its page shows of its camera. */
export interface CameraState {
  phone: Phone;
  isRevoked: boolean;
  name: string;
  sourceKind: SourceKind;
  /** Publishes the camera, by the way of its source. */
  streamKey: string;
  /** Null: it is sent in another way. */
  srt: { passphrase: string | null; latencyMs: number } | null;
  eventName: string;
  isOn: boolean;
  /** Null: no switcher reports this camera. */
  tally: TallyState | null;
}

const streamFields = {
  name: true,
  status: true,
  streamKey: true,
  sourceKind: true,
  passphrase: true,
  latency: true,
  rttMs: true,
} as const satisfies Prisma.StreamSelect;

/** The state of the camera that a device is, for use cases that know its secret. @returns null for an unknown secret */
export async function readCameraState(deviceSecret: string): Promise<CameraState | null> {
  const found = await db().phone.findUnique({
    where: { deviceSecretHash: hashLinkSecret(deviceSecret) },
    include: {
      stream: { select: streamFields },
      event: { select: { name: true } },
      invite: { select: { revokedAt: true } },
    },
  });
  if (!found) return null;
  const { stream, event, invite, ...phone } = found;
  const { sourceKind } = stream;
  const { organizationId, eventId, streamId } = phone;
  const latency = latencySchema.parse(stream.latency);
  const [tally] = await readTallies(organizationId, { ids: [eventId] });
  return {
    phone,
    isRevoked: invite.revokedAt !== null,
    name: stream.name,
    sourceKind,
    streamKey: stream.streamKey,
    srt:
      sourceKinds[sourceKind].takes === 'srt'
        ? { passphrase: stream.passphrase, latencyMs: latencyMsOf(latency, stream.rttMs) }
        : null,
    eventName: event.name,
    isOn: stream.status === 'provisioning' || stream.status === 'active',
    tally: tally?.attributes.streams.find(({ stream_id }) => stream_id === streamId)?.tally ?? null,
  };
}

/**
 * The state of the camera that a device is and may still be.
 * @param address counts a secret that nobody knows
 * @throws AppError `gone` for a camera that was deleted, handed over or revoked, `too_many_requests`
 */
export async function requireCameraState(deviceSecret: string, address: string): Promise<CameraState> {
  const state = await readCameraState(deviceSecret);
  if (!state) {
    await refuseFormerPhone(deviceSecret);
    await countUnknown(address);
    throw new AppError('gone', 'The director has removed this camera.');
  }
  if (state.isRevoked) throw new AppError('gone', revokedSentence);
  return state;
}

/** Refuses the phone that had a camera before another one took it over. @throws AppError `gone` */
export async function refuseFormerPhone(deviceSecret: string): Promise<void> {
  const formerSecretHash = hashLinkSecret(deviceSecret);
  if (await db().phoneHandOver.findFirst({ where: { formerSecretHash }, select: { id: true } }))
    throw new AppError('gone', handedOverSentence);
}
