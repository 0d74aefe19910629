import type { Finding, StreamMedia, StreamSignal, StreamStatus } from '@/lib/contracts/streams';
import { Prisma } from '@/prisma/generated/client';

/** What a gateway must know of a stream that it holds the lease of. */
export interface LeasedStream {
  id: string;
  eventId: string;
  name: string;
  streamKey: string;
  participantIdentity: string;
  passphrase: string | null;
  status: StreamStatus;
  signal: StreamSignal;
  media: StreamMedia | null;
  findings: Finding[];
  generation: number;
}

/** The columns of {@link LeasedStream}, for RETURNING. */
export const leasedStreamColumns = Prisma.sql`
  id, event_id AS "eventId", name, stream_key AS "streamKey", participant_identity AS "participantIdentity",
  passphrase, status, signal, media, findings, generation`;
