import { destinationTexts, slateText } from '@/lib/contracts/catalogue/destination-texts';
import {
  type DestinationJson,
  destinationSchema,
  type StoredDestinationReport,
  storedDestinationReportSchema,
} from '@/lib/contracts/destinations';
import { destinationSecrets } from '@/lib/platform/db/sealed-columns';
import type { Destination, Stream } from '@/prisma/generated/client';

export type DestinationRow = Destination & { stream: Pick<Stream, 'status'> };

type Shown = Pick<DestinationJson['attributes'], 'state' | 'cause'>;

/** A destination as members see it: without its secrets. */
export function serializeDestination(row: DestinationRow): DestinationJson {
  const { id, streamId, name, kind, address, hasKey, hasPassphrase, isOn, revision, createdAt } = row;
  const { data } = storedDestinationReportSchema.safeParse(row.report);
  const isRunning = isOn && row.stream.status === 'active';
  const report = isRunning && data?.revision === revision ? data : null;
  const { state, cause } = shownState(row, isRunning, report);
  return {
    id,
    type: 'destination',
    attributes: {
      stream_id: streamId,
      name,
      kind: destinationSchema.shape.attributes.shape.kind.parse(kind),
      address,
      has_key: hasKey,
      has_passphrase: hasPassphrase,
      is_on: isOn,
      state,
      cause,
      problem: cause && (state === 'live' ? slateText : destinationTexts[cause](report?.detail ?? null)),
      state_since: report?.stateSince ?? null,
      bitrate_kbps: report?.bitrateKbps ?? 0,
      behind_ms: report?.behindMs ?? 0,
      dropped_frames: report?.droppedFrames ?? 0,
      created_at: createdAt.toISOString(),
    },
  };
}

function shownState(
  { id, isOn, secrets }: DestinationRow,
  isRunning: boolean,
  report: StoredDestinationReport | null,
): Shown {
  if (!isOn) return { state: 'off', cause: null };
  // No worker gets it, so that no report would ever say so.
  if (!report && !destinationSecrets.open(id, secrets)) return { state: 'refused', cause: 'key_lost' };
  if (!isRunning) return { state: 'waiting', cause: null };
  return report ? { state: report.state, cause: report.cause } : { state: 'connecting', cause: null };
}
