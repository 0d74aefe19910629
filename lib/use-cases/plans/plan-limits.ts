import { planSchema } from '@/lib/contracts/plan-schemas';
import { planOf } from '@/lib/contracts/plans';
import { limitReached } from '@/lib/core/limit-reached';
import type { Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Refuses one more stream that is on where the organization's plan has no room for it, if this server keeps the limits of
 * plans. Nothing is switched off after a change to a smaller plan: then there is no further one until there is room.
 * @param count how many are on, counted under the caller's lock
 * @throws AppError `limit_reached`, with the sentence in its details as well, because forms show those
 */
export async function requireStreamInPlan(tx: Transaction, organizationId: string, count: number): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxStreamsOn } = planOf(planSchema.parse(plan));
  if (maxStreamsOn === null || count < maxStreamsOn) return;
  const sentence = `Your plan, ${name}, has ${maxStreamsOn} cameras on at once: turn one off, or choose a larger plan.`;
  throw limitReached(sentence);
}

const bytesPerGb = 1_000_000_000;

/** A limit of what an organization keeps, and the words around it. */
interface KeptLimit {
  max: number;
  unit: 'hours' | 'GB';
  /** Begins the sentence. */
  whose: string;
  /** Ends it, after what to delete. */
  remedy: string;
}

/** The limits of an organization's plan, if this server keeps those, and of the server. */
async function readKeptLimits(tx: Transaction, organizationId: string): Promise<KeptLimit[]> {
  const { PLAN_LIMITS, ORGANIZATION_MAX_RECORDED_GB: maxServerGb = null } = webEnv();
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxRecordedHours, maxRecordedGb } = planOf(planSchema.parse(plan));
  const ofPlan = { whose: `Your plan, ${name},`, remedy: 'or choose a larger plan.' };
  const ofServer = { whose: 'Your organization', remedy: 'or ask whoever runs this server for more.' };
  const limit = (max: number | null, unit: KeptLimit['unit'], words: typeof ofPlan): KeptLimit[] =>
    max === null ? [] : [{ max, unit, ...words }];
  return [
    ...(PLAN_LIMITS === 'on'
      ? [...limit(maxRecordedHours, 'hours', ofPlan), ...limit(maxRecordedGb, 'GB', ofPlan)]
      : []),
    ...limit(maxServerGb, 'GB', ofServer),
  ];
}

/**
 * Refuses a new recording if the organization keeps as much as its plan or the server allows. A recording that goes on is
 * not ended.
 * @throws AppError `limit_reached`
 */
export async function requireRecordingInPlan(tx: Transaction, organizationId: string): Promise<void> {
  const limits = await readKeptLimits(tx, organizationId);
  if (limits.length === 0) return;
  const kept = await readKept(tx, organizationId);
  const reached = limits.find(({ max, unit }) => kept[unit] >= max);
  if (reached) throw limitReached(keptSentence(reached));
}

/** How much an organization keeps of recordings. */
async function readKept(tx: Transaction, organizationId: string): Promise<Record<KeptLimit['unit'], number>> {
  const [kept = { hours: 0, GB: 0 }] = await tx.$queryRaw<Record<KeptLimit['unit'], number>[]>`
    SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, now()) - started_at)), 0)::float8 / 3600 AS hours,
      coalesce(sum(size_bytes), 0)::float8 / ${bytesPerGb}::float8 AS "GB"
    FROM recordings WHERE organization_id = ${organizationId}::uuid`;
  return kept;
}

const keptSentence = ({ whose, max, unit, remedy }: KeptLimit): string =>
  `${whose} keeps ${max} ${unit} of recordings. Delete some, ${remedy}`;

/** Room for recordings. */
interface RecordingRoom {
  /** Null: without a limit. */
  bytes: number | null;
  /** Null: without a limit. */
  hours: number | null;
  /** For a file that has more bytes. */
  sentence: string;
}

/**
 * Reads how much more an organization may keep, by its plan and the server.
 * @throws AppError `limit_reached` where that is nothing
 */
export async function readRecordingRoom(tx: Transaction, organizationId: string): Promise<RecordingRoom> {
  await requireRecordingInPlan(tx, organizationId);
  const limits = await readKeptLimits(tx, organizationId);
  const kept = await readKept(tx, organizationId);
  const tightest = (unit: KeptLimit['unit']) =>
    limits.filter((limit) => limit.unit === unit).toSorted((one, other) => one.max - other.max)[0];
  const [ofBytes, ofHours] = [tightest('GB'), tightest('hours')];
  return {
    bytes: ofBytes ? Math.floor((ofBytes.max - kept.GB) * bytesPerGb) : null,
    hours: ofHours ? ofHours.max - kept.hours : null,
    sentence: ofBytes ? keptSentence(ofBytes) : '',
  };
}

/**
 * Refuses a new export that does not fit beside those that are there and in progress. An organization has as much room for
 * exports as for recordings.
 * @param sizeBytes what it will take
 * @throws AppError `limit_reached`
 */
export async function requireExportInPlan(tx: Transaction, organizationId: string, sizeBytes: number): Promise<void> {
  const limits = (await readKeptLimits(tx, organizationId)).filter(({ unit }) => unit === 'GB');
  if (limits.length === 0) return;
  const { _sum: sum } = await tx.recordingExport.aggregate({
    where: { organizationId, status: { not: 'failed' } },
    _sum: { sizeBytes: true },
  });
  const needed = (Number(sum.sizeBytes ?? 0) + sizeBytes) / bytesPerGb;
  const exceeded = limits.find(({ max }) => needed > max);
  if (!exceeded) return;
  const { whose, max, unit, remedy } = exceeded;
  throw limitReached(`${whose} has room for ${max} ${unit} of exports. Delete some, export less, ${remedy}`);
}

/**
 * Refuses one more open camera invite of an event if the organization's plan has no room for it. A server that does not
 * enforce the limits of plans refuses none.
 * @param count the event's open invites, counted under the caller's lock
 * @throws AppError `limit_reached`
 */
export async function requireInvitesInPlan(tx: Transaction, organizationId: string, count: number): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxCameraInvites: max } = planOf(planSchema.parse(plan));
  if (max === null || count < max) return;
  throw limitReached(
    max === 0
      ? `Your plan, ${name}, has no camera invites. Choose a larger plan to invite phones.`
      : `Your plan, ${name}, has ${max} open camera invites for each event. Revoke one, or choose a larger plan.`,
  );
}

/** How many streams of an organization are on, ready or not. */
export const countStreamsOn = (tx: Pick<Transaction, 'stream'>, organizationId: string): Promise<number> =>
  tx.stream.count({ where: { organizationId, status: { in: ['provisioning', 'active'] } } });
