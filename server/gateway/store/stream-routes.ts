import type { SourceKind } from '@/lib/contracts/source-kinds';
import { latencySchema, type StreamSignal, type StreamStatus } from '@/lib/contracts/streams';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { type LatencyTerms, latencyTermsOf } from '@/lib/core/srt-latency';
import { db } from '@/lib/platform/db/db';
import type { KeyKind, SrtDirection } from '../srt/srt-route';

/** Where callers of a stream are forwarded to, by its row, which every gateway can read. */
export interface StreamRoute {
  streamId: string;
  /** SHA-256, in hex, of the keys that open each port. */
  keyHashes: Record<SrtDirection, string[]>;
  status: StreamStatus;
  signal: StreamSignal;
  sourceKind: SourceKind;
  leaseOwner: string | null;
  latency: LatencyTerms;
  /** Null while no worker is recorded. */
  worker: RoutedWorker | null;
}

export interface RoutedWorker {
  workerId: string;
  host: string;
  inputPort: number;
  outputPort: number;
}

/** The route of the stream that has a key, and whether that is its stream key or its view key. */
export interface FoundRoute {
  route: StreamRoute;
  keyKind: KeyKind;
}

/**
 * The routes of the streams with these stream keys or view keys, by key; unknown ones are missing. In SQL, because Prisma
 * takes milliseconds for a long list of keys.
 */
export async function findStreamRoutes(keys: string[]): Promise<Map<string, FoundRoute>> {
  const rows = await db().$queryRaw<(RouteRow & { key: string; keyKind: KeyKind })[]>`
    SELECT given.key, CASE WHEN given.key = stream_key THEN 'stream' ELSE 'view' END AS "keyKind",
      id, stream_key AS "streamKey", view_key AS "viewKey", status, signal, source_kind AS "sourceKind", latency, rtt_ms AS "rttMs",
      lease_owner AS "leaseOwner",
      pod_name AS "podName", pod_ip AS "podIp", worker_input_port AS "workerInputPort",
      worker_output_port AS "workerOutputPort"
    FROM unnest(${keys}::text[]) AS given (key)
    JOIN streams ON stream_key = given.key OR view_key = given.key`;
  return new Map(rows.map((row) => [row.key, { route: toRoute(row), keyKind: row.keyKind }]));
}

/** The routes of these streams, by stream; deleted ones are missing. */
export async function readStreamRoutes(streamIds: string[]): Promise<Map<string, StreamRoute>> {
  const rows = await db().stream.findMany({ where: { id: { in: streamIds } }, select: routeColumns });
  return new Map(rows.map((row) => [row.id, toRoute(row)]));
}

const routeColumns = {
  id: true,
  streamKey: true,
  viewKey: true,
  status: true,
  signal: true,
  sourceKind: true,
  leaseOwner: true,
  latency: true,
  rttMs: true,
  podName: true,
  podIp: true,
  workerInputPort: true,
  workerOutputPort: true,
} as const;

interface RouteRow {
  id: string;
  streamKey: string;
  viewKey: string;
  status: StreamStatus;
  signal: StreamSignal;
  sourceKind: SourceKind;
  leaseOwner: string | null;
  latency: unknown;
  rttMs: number | null;
  podName: string | null;
  podIp: string | null;
  workerInputPort: number | null;
  workerOutputPort: number | null;
}

function toRoute(row: RouteRow): StreamRoute {
  const { podName: workerId, podIp: host, workerInputPort: inputPort, workerOutputPort: outputPort } = row;
  const [streamKeyHash, viewKeyHash] = [hashStreamKey(row.streamKey), hashStreamKey(row.viewKey)];
  const isComplete = workerId !== null && host !== null && inputPort !== null && outputPort !== null;
  return {
    streamId: row.id,
    keyHashes: { ingest: [streamKeyHash], view: [viewKeyHash, streamKeyHash] },
    status: row.status,
    signal: row.signal,
    sourceKind: row.sourceKind,
    leaseOwner: row.leaseOwner,
    latency: latencyTermsOf(latencySchema.parse(row.latency), row.rttMs),
    worker: isComplete ? { workerId, host, inputPort, outputPort } : null,
  };
}
