import { type DestinationKindName, destinationKinds, maxDestinations } from '@/lib/contracts/destination-kinds';
import type { CreateDestinationInput, UpdateDestinationInput } from '@/lib/contracts/destinations';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { destinationSecrets } from '@/lib/platform/db/sealed-columns';
import { isOperator } from '@/lib/preflight/operator';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { Prisma } from '@/prisma/generated/client';
import { getStream, streamNotFound } from '../get-stream';
import { destinationAddress } from './destination-address';
import type { DestinationRow } from './serialize-destination';

const withStream = { stream: { select: { status: true } } } as const;

/** The destinations of a camera of the actor's organization, oldest first. @throws AppError `not_found` */
export const listDestinations = defineUseCase(
  { action: 'destinations.read' },
  async ({ actor }, streamId: string): Promise<DestinationRow[]> => {
    await getStream(actor, streamId);
    return db().destination.findMany({
      where: { streamId, organizationId: actor.organizationId },
      include: withStream,
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  },
);

/**
 * Destinations of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export const readDestinations = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, { ids, limit }: { ids?: string[]; limit?: number }): Promise<DestinationRow[]> => {
    return db().destination.findMany({
      where: { organizationId, id: ids && { in: ids } },
      include: withStream,
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit,
    });
  },
);

/**
 * Adds a destination to a camera of the actor's organization.
 * @throws AppError `not_found`, `limit_reached`, `invalid_input` for an address or a key that cannot be right
 */
export const createDestination = defineUseCase(
  { action: 'destinations.manage', audit: 'destinations.create' },
  async (
    { actor, record },
    streamId: string,
    { kind, name, address, key = null, passphrase = null, is_on: isOn }: CreateDestinationInput['destination'],
  ): Promise<DestinationRow> => {
    const { organizationId } = actor;
    const made = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const stream = await tx.stream.findFirst({ where: { id: streamId, organizationId }, select: { name: true } });
      if (!stream) throw streamNotFound();
      if ((await tx.destination.count({ where: { streamId } })) >= maxDestinations) {
        throw limitReached(
          `This camera has ${maxDestinations} destinations, as many as it may have: delete one first.`,
        );
      }
      requireKey(kind, key);
      const isOperators = await isOperator(organizationId, tx);
      const id = newId();
      const shownName = name ?? destinationKinds[kind].label;
      await record(tx, { id, name: shownName, detail: `of ${stream.name}` });
      return tx.destination.create({
        data: {
          id,
          organizationId,
          streamId,
          kind,
          name: shownName,
          address: destinationAddress(kind, address, isOperators),
          secrets: destinationSecrets.seal(id, { key, passphrase, isOperators }),
          hasKey: key !== null,
          hasPassphrase: passphrase !== null,
          isOn,
        },
        include: withStream,
      });
    });
    await announce(organizationId, made.id);
    return made;
  },
);

/**
 * Changes a destination of the actor's organization. Another address or key, and each press on On, begins anew.
 * @throws AppError `not_found`, `invalid_input` for an address or a key that cannot be right
 */
export const updateDestination = defineUseCase(
  {
    action: 'destinations.manage',
    audit: ['destinations.manage', 'destinations.start', 'destinations.stop'],
  },
  async (
    { actor, record },
    id: string,
    { name, address, key, passphrase, is_on: isOn }: UpdateDestinationInput['destination'],
  ): Promise<DestinationRow> => {
    const { organizationId } = actor;
    const changed = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const before = await tx.destination.findFirst({ where: { id, organizationId } });
      if (!before) throw destinationNotFound();
      const kind = before.kind as DestinationKindName;
      const isOperators = await isOperator(organizationId, tx);
      const secrets = destinationSecrets.open(id, before.secrets) ?? { key: null, passphrase: null };
      const next = {
        key: key === undefined ? secrets.key : key,
        passphrase: passphrase === undefined ? secrets.passphrase : passphrase,
        isOperators,
      };
      const isElsewhere = address !== undefined || key !== undefined || passphrase !== undefined;
      if (isElsewhere) requireKey(kind, next.key);
      const isRename = name !== undefined && name !== before.name;
      if (isElsewhere || isRename) {
        await record(tx, { id, name: before.name, detail: isRename ? `to ${name}` : undefined });
      }
      if (isOn !== undefined && (isOn || before.isOn)) {
        await record(tx, { action: isOn ? 'destinations.start' : 'destinations.stop', id, name: before.name });
      }
      const begins = isElsewhere || isOn === true;
      return tx.destination.update({
        where: { id },
        data: {
          name,
          isOn,
          ...(isElsewhere && {
            address: destinationAddress(kind, address ?? before.address, isOperators),
            secrets: destinationSecrets.seal(id, next),
            hasKey: next.key !== null,
            hasPassphrase: next.passphrase !== null,
            isProven: false,
          }),
          ...(begins && { revision: { increment: 1 }, report: Prisma.DbNull }),
        },
        include: withStream,
      });
    });
    await announce(organizationId, id);
    return changed;
  },
);

/** Deletes a destination of the actor's organization; its stream ends. @throws AppError `not_found` */
export const deleteDestination = defineUseCase(
  { action: 'destinations.manage', audit: 'destinations.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
      const before = await tx.destination.findFirst({ where: { id, organizationId }, select: { name: true } });
      if (!before) throw destinationNotFound();
      await record(tx, { id, name: before.name });
      await tx.destination.deleteMany({ where: { id, organizationId } });
    });
    await openBus().publish({ type: 'destination_remove', organizationId, destinationId: id });
  },
);

/** The one error for a destination that does not exist or belongs to another organization. */
const destinationNotFound = () => new AppError('not_found', 'This destination does not exist.');

const announce = (organizationId: string, destinationId: string) =>
  openBus().publish({ type: 'destination_upsert', organizationId, destinationId });

function requireKey(kind: DestinationKindName, key: string | null): void {
  const { label, keyLabel, needsKey } = destinationKinds[kind];
  if (!needsKey || key !== null) return;
  const message = `${label} needs its ${keyLabel.toLowerCase()}.`;
  throw new AppError('invalid_input', message, { details: { 'destination.key': [message] } });
}
