import { randomInt } from 'node:crypto';
import type { Client } from '@/lib/auth/client';
import { deriveSecrets } from '@/lib/auth/derive-secrets';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { handOverAlphabet, handOverLength, handOverMinutes, readHandOverCode } from '@/lib/contracts/hand-over';
import { deviceWords } from '@/lib/core/device-words';
import { minuteMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { recorderOf } from '@/lib/use-cases/definers/record';
import { getStream } from '@/lib/use-cases/streams/get-stream';
import { announceKey, changeKey } from '@/lib/use-cases/streams/stream-keys';
import type { Phone, Prisma } from '@/prisma/generated/client';
import { countHandOver, countReport } from './camera-limits';
import { lockInvite } from './lock-invite';
import { requireCameraState } from './read-camera-state';

/** A code that hands a camera to another phone. */
export interface MadeHandOver {
  id: string;
  streamId: string;
  code: string;
  expiresAt: Date;
}

const notAPhone = 'No phone has joined as this camera. Invite one in its place.';

/**
 * Makes a code that hands the camera of a phone to another phone. It replaces the code before.
 * @throws AppError `not_found`, `conflict` for a camera that no phone is, `gone` where its invite is revoked
 */
export const createHandOver = defineUseCase(
  { action: 'phones.hand_over', audit: 'phones.hand_over' },
  async ({ actor, record }, streamId: string): Promise<MadeHandOver> => {
    const { organizationId, userId: createdById } = actor;
    const { name } = await getStream(actor, streamId);
    const phone = await db().phone.findFirst({ where: { streamId, organizationId } });
    if (!phone) throw new AppError('conflict', notAPhone);
    return db().$transaction(async (tx) => {
      await record(tx, { id: streamId, name });
      return makeCode(tx, phone, createdById);
    });
  },
);

/**
 * Makes the same code for the phone that is the camera.
 * @throws AppError `gone` for a camera that was deleted, handed over or revoked, `too_many_requests`
 */
export const handOverCamera = definePublic(
  'the secret of a device says which camera',
  async (deviceSecret: string, { address }: Client): Promise<MadeHandOver> => {
    await countReport(hashLinkSecret(deviceSecret));
    const { phone } = await requireCameraState(deviceSecret, address);
    await countHandOver(phone.id);
    return db().$transaction((tx) => makeCode(tx, phone, null));
  },
);

/** @throws AppError `gone` where the invite was revoked in the meantime */
async function makeCode(
  tx: Transaction,
  { id: phoneId, organizationId, streamId, inviteId }: Phone,
  createdById: string | null,
): Promise<MadeHandOver> {
  await lockInvite(tx, inviteId);
  await endHandOvers(tx, phoneId);
  const [id, code] = [newId(), newCode()];
  const expiresAt = new Date(Date.now() + handOverMinutes * minuteMs);
  const [codeHash] = hashesOf(code);
  await tx.phoneHandOver.create({ data: { id, organizationId, phoneId, createdById, codeHash, expiresAt } });
  return { id, streamId, code, expiresAt };
}

/** Lets codes that no phone has used hand nothing over. */
export const endHandOvers = (tx: Transaction, phoneId: string): Promise<unknown> =>
  tx.phoneHandOver.deleteMany({ where: { phoneId, usedAt: null } });

const newCode = (): string =>
  Array.from({ length: handOverLength }, () => handOverAlphabet[randomInt(handOverAlphabet.length)]).join('');

/** A code's hashes, by the current AUTH_SECRET and those before. */
const hashesOf = (code: string) => deriveSecrets('camera hand-over code', code);

const relations = {
  phone: { include: { stream: { select: { name: true } } } },
  createdBy: { select: { firstName: true, lastName: true } },
} as const satisfies Prisma.PhoneHandOverInclude;

export type OpenedHandOver = Prisma.PhoneHandOverGetPayload<{ include: typeof relations }>;

/** The hand-over of a code, also a used one. @param secret what follows the # in a link; null where it is no code's */
export async function findHandOver(secret: string): Promise<OpenedHandOver | null> {
  const code = readHandOverCode(secret);
  if (code === null) return null;
  return db().phoneHandOver.findFirst({ where: { codeHash: { in: hashesOf(code) } }, include: relations });
}

/** Refuses a code that hands nothing over any more. @throws AppError `gone` */
export function requireUnused({ usedAt, expiresAt }: Pick<OpenedHandOver, 'usedAt' | 'expiresAt'>): void {
  if (usedAt) throw new AppError('gone', 'This code was used. Ask for a new one.');
  if (expiresAt.getTime() <= Date.now()) throw new AppError('gone', 'This code has expired. Ask for a new one.');
}

/** Empties the fields that the phone before has reported. */
const nothingReported = {
  reportedAt: null,
  batteryPercent: null,
  isCharging: null,
  network: null,
  bitrateKbps: null,
  isMuted: null,
  stoppedAt: null,
  latitude: null,
  longitude: null,
  accuracyM: null,
  positionAt: null,
  answerId: null,
  answer: null,
  answerAt: null,
};

interface NextPhone {
  person: string;
  deviceSecretHash: string;
}

/**
 * Makes another device the camera of a hand-over: name, number, place, recording and tally stay. The stream key is a new
 * one, because the phone before knows it. A repeated call changes nothing.
 * @param userId answers for it in the audit trail; null: that person's account is deleted
 * @throws AppError `gone` for a used or expired code, and where the invite was revoked in the meantime
 */
export async function takeOver(
  { id, phone, phoneId, createdById }: OpenedHandOver,
  { person, deviceSecretHash }: NextPhone,
  inviterId: string | null,
  { address, userAgent }: Client,
): Promise<void> {
  const { organizationId, eventId, streamId, inviteId } = phone;
  const taken = await db().$transaction(async (tx) => {
    await lockInvite(tx, inviteId);
    const before = await tx.phone.findUnique({ where: { id: phoneId } });
    const handOver = before && (await tx.phoneHandOver.findUnique({ where: { id } }));
    if (!handOver) throw new AppError('gone', 'This code does not work any more. Ask for a new one.');
    if (before.deviceSecretHash === deviceSecretHash) return null;
    requireUnused(handOver);
    const usedAt = new Date();
    await tx.phoneHandOver.update({ where: { id }, data: { usedAt, formerSecretHash: before.deviceSecretHash } });
    const next = Object.assign({ deviceSecretHash, person }, nothingReported);
    await tx.phone.update({ where: { id: phoneId }, data: next });
    const { name } = await changeKey(tx, organizationId, streamId, 'ingest');
    await tx.stream.update({ where: { id: streamId }, data: { sender: deviceWords(userAgent) } });
    const userId = createdById ?? inviterId;
    const line = { action: 'phones.take_over', id: streamId, name, detail: `for ${person}` } as const;
    if (userId) await recorderOf({ organizationId, userId, address })(tx, line);
    return usedAt;
  });
  if (!taken) return;
  await openBus().publish({
    type: 'phone_handed_over',
    organizationId,
    eventId,
    streamId,
    atMs: taken.getTime(),
  });
  await announceKey(organizationId, streamId, 'ingest');
  await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
}
