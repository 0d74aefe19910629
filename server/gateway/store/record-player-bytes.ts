import { db } from '@/lib/platform/db/db';

/** Adds the bytes that went to SRT players to those of the present day (UTC). A stream that is gone counts no more. */
export async function recordPlayerBytes(bytesByStream: Map<string, number>): Promise<number> {
  if (bytesByStream.size === 0) return 0;
  const [ids, bytes] = [[...bytesByStream.keys()], [...bytesByStream.values()]];
  return db().$executeRaw`
    INSERT INTO player_days (stream_id, day, organization_id, bytes)
    SELECT streams.id, (now() AT TIME ZONE 'UTC')::date, streams.organization_id, sent.bytes
    FROM unnest(${ids}::uuid[], ${bytes}::float8[]) AS sent (stream_id, bytes)
    JOIN streams ON streams.id = sent.stream_id ORDER BY streams.id
    ON CONFLICT (stream_id, day) DO UPDATE SET bytes = player_days.bytes + excluded.bytes`;
}
