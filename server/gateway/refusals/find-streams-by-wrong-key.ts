import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { db } from '@/lib/platform/db/db';

/** The start of a key: 72 random bits, which nobody guesses. */
const keyStart = /^[\w-]{12}/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface WrongKeyRow {
  key: string;
  formerId: string | null;
  similarId: string | null;
  namedId: string | null;
}

/** The stream that an unknown key was meant for. */
export interface MeantStream {
  streamId: string;
  refusal: 'old_key' | 'mistyped_key' | 'camera_id';
}

/**
 * Finds the streams that unknown keys were meant for. Knows former keys, the start of a cut or mistyped key, and the
 * stream's id. The result omits any other key, because it may belong to a stranger.
 */
export async function findStreamsByWrongKey(keys: string[]): Promise<Map<string, MeantStream>> {
  const hashes = keys.map(hashStreamKey);
  const starts = keys.map((key) => keyStart.exec(key)?.[0] ?? null);
  const ids = keys.map((key) => (uuid.test(key) ? key : null));
  // No key has "~", and every character of a key sorts before it: these operators compare bytes, and use the indexes.
  const rows = await db().$queryRaw<WrongKeyRow[]>`
    SELECT given.key, former.id AS "formerId", alike.id AS "similarId", named.id AS "namedId"
    FROM unnest(${keys}::text[], ${hashes}::text[], ${starts}::text[], ${ids}::uuid[]) AS given (key, hash, start, id)
    LEFT JOIN LATERAL (
      SELECT id FROM streams WHERE former_key_hash = given.hash OR former_view_key_hash = given.hash LIMIT 1
    ) AS former ON true
    LEFT JOIN LATERAL (
      SELECT id FROM streams
      WHERE (stream_key ~>=~ given.start AND stream_key ~<~ (given.start || '~'))
        OR (view_key ~>=~ given.start AND view_key ~<~ (given.start || '~'))
      LIMIT 1
    ) AS alike ON true
    LEFT JOIN streams AS named ON named.id = given.id
    WHERE former.id IS NOT NULL OR alike.id IS NOT NULL OR named.id IS NOT NULL`;
  return new Map(
    rows.flatMap(({ key, formerId, similarId, namedId }): [string, MeantStream][] => {
      if (formerId) return [[key, { streamId: formerId, refusal: 'old_key' }]];
      if (namedId) return [[key, { streamId: namedId, refusal: 'camera_id' }]];
      return similarId ? [[key, { streamId: similarId, refusal: 'mistyped_key' }]] : [];
    }),
  );
}
