import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db, type Transaction } from './db/db';
import { keptBodies } from './db/sealed-columns';
import { log } from './log';
import { processWide } from './process-wide';

/** How long an answer is kept. */
const keptHours = 24;
/** A call that has not ended by then is given up: its process has died. No handler takes as long. */
const givenUpAfterSeconds = 60;

/** A call with a key, by one actor of an organization. */
interface KeyedCall {
  organizationId: string;
  /** The user or API token. */
  actorId: string;
  keyHash: string;
  /** Tells a repeated call from another one. */
  callHash: string;
  /** An answer is given again only to an actor with the same rights. */
  rights: string;
}

/** The parts of an answer that are kept. */
export interface Answer {
  status: number;
  /** JSON; null for none. */
  body: string | null;
}

interface Row extends Answer {
  id: string;
  callHash: string;
  rights: string;
  isGivenUp: boolean;
}

/** The kept answer that the present call works for. */
const attempt = () => processWide('kept answer', () => new AsyncLocalStorage<{ id: string }>());

/**
 * Answers a call once within a day, however often it is made. A call that fails keeps nothing and can be made again.
 * @param work makes the answer; its transaction calls {@link confirmAttempt}
 * @throws AppError `invalid_input` for a key of another call, `conflict` while the first one runs, or where its answer is
 *   lost although its change was made; `forbidden` to an actor whose rights have changed; what `work` throws
 */
export async function answerOnce(call: KeyedCall, work: () => Promise<Answer>): Promise<Answer & { isKept: boolean }> {
  const id = await begin(call);
  if (id === null) return { ...(await readKept(call)), isKept: true };
  try {
    const answer = await attempt().run({ id }, work);
    await keep(id, answer);
    return { ...answer, isKept: false };
  } catch (error) {
    // A change that was committed stays known, because the failure came after it.
    await db()
      .keptAnswer.deleteMany({ where: { id, changedAt: null } })
      .catch((err) => log.warn({ err }, 'a failed call keeps its key for a minute'));
    throw error;
  }
}

/**
 * Notes in the transaction of a change that it is made, where the call has a key. A call that was given up changes nothing.
 * @throws AppError `conflict` for a call that was given up, and made again
 */
export async function confirmAttempt(tx: Transaction): Promise<void> {
  const id = attempt().getStore()?.id;
  if (id === undefined) return;
  const { count } = await tx.keptAnswer.updateMany({ where: { id }, data: { changedAt: new Date() } });
  if (count === 0) throw new AppError('conflict', 'This call took too long, and was made again.');
}

/** Deletes the answers that are kept no longer. @returns how many */
export const forgetKeptAnswers = (): Promise<number> => db().$executeRaw`
  DELETE FROM kept_answers WHERE begun_at < now() - ${keptHours} * interval '1 hour'`;

/** Begins the first attempt, or one in place of another that has ended without a trace. @returns null for any other */
async function begin({ organizationId, actorId, keyHash, callHash, rights }: KeyedCall): Promise<string | null> {
  const [row] = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO kept_answers AS kept (id, organization_id, actor_id, key_hash, call_hash, rights)
    VALUES (${newId()}::uuid, ${organizationId}::uuid, ${actorId}::uuid, ${keyHash}, ${callHash}, ${rights})
    ON CONFLICT (organization_id, actor_id, key_hash) DO UPDATE SET
      id = EXCLUDED.id, call_hash = EXCLUDED.call_hash, rights = EXCLUDED.rights, begun_at = now(),
      changed_at = NULL, status = NULL, body = NULL
    WHERE kept.begun_at < now() - ${keptHours} * interval '1 hour' OR (
      kept.begun_at < now() - ${givenUpAfterSeconds} * interval '1 second'
      AND kept.changed_at IS NULL AND kept.status IS NULL AND kept.call_hash = EXCLUDED.call_hash
    )
    RETURNING id`;
  return row?.id ?? null;
}

async function readKept({ organizationId, actorId, keyHash, callHash, rights }: KeyedCall): Promise<Answer> {
  const [kept] = await db().$queryRaw<(Omit<Row, 'status'> & { status: number | null })[]>`
    SELECT id, call_hash AS "callHash", rights, status, body,
      begun_at < now() - ${givenUpAfterSeconds} * interval '1 second' AS "isGivenUp"
    FROM kept_answers
    WHERE organization_id = ${organizationId}::uuid AND actor_id = ${actorId}::uuid AND key_hash = ${keyHash}`;
  if (kept && kept.callHash !== callHash) {
    const message = 'This Idempotency-Key was used for another call. Use a new key for each call.';
    throw new AppError('invalid_input', message, { details: { 'Idempotency-Key': [message] } });
  }
  // Without a row the first call has failed just now.
  if (!kept || (kept.status === null && !kept.isGivenUp)) {
    throw new AppError('conflict', 'The first call with this Idempotency-Key still runs. Repeat it in a moment.', {
      retryAfterSeconds: 1,
    });
  }
  if (kept.rights !== rights) {
    throw new AppError('forbidden', 'Your rights have changed since the first call with this Idempotency-Key.');
  }
  if (kept.status === null) throw lost();
  if (kept.body === null) return { status: kept.status, body: null };
  const body = keptBodies.open(kept.id, kept.body);
  if (body === null) throw lost();
  return { status: kept.status, body };
}

const lost = (): AppError =>
  new AppError(
    'conflict',
    'The first call with this Idempotency-Key was done, but its answer is lost. Look for its result.',
  );

/** Keeps an answer. Without the database it is given all the same, because its change is made. */
async function keep(id: string, { status, body }: Answer): Promise<void> {
  const sealed = body === null ? null : keptBodies.seal(id, body);
  await db()
    .keptAnswer.updateMany({ where: { id }, data: { status, body: sealed } })
    .catch((err) => log.warn({ err }, 'an answer cannot be kept'));
}
