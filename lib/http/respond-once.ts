import { hash } from 'node:crypto';
import type { Actor } from '@/lib/auth/actor';
import { answerOnce } from '@/lib/platform/kept-answer';

interface KeyedRequest {
  actor: Actor;
  /** The header Idempotency-Key. */
  key: string;
  /** Everything that tells it from another call. */
  call: unknown[];
}

const digest = (text: string): string => hash('sha256', text, 'hex');

/**
 * Responds to a request that has an Idempotency-Key: the second time with the answer of the first.
 * @param respond answers in JSON or with no body
 * @throws AppError what {@link answerOnce} throws
 */
export async function respondOnce(
  { actor, key, call }: KeyedRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  const { organizationId, userId, apiTokenId, role, access } = actor;
  const { status, body, isKept } = await answerOnce(
    {
      organizationId,
      actorId: userId ?? apiTokenId ?? '',
      keyHash: digest(key),
      callHash: digest(JSON.stringify(call)),
      rights: access ? `${role} ${access}` : role,
    },
    async () => {
      const response = await respond();
      return { status: response.status, body: (await response.text()) || null };
    },
  );
  const headers = { ...(body !== null && { 'content-type': 'application/json' }), ...(isKept && keptHeader) };
  return new Response(body, { status, headers });
}

/** Says that nothing was done anew. */
const keptHeader = { 'idempotency-replayed': 'true' };
