import type { Probe } from '@/lib/contracts/preflight';
import { addressFor, loadLiveKit } from './event-room';

/** How media gets from LiveKit to this browser. */
export type MediaWay =
  | { kind: 'udp' | 'tcp' | 'relay'; address: string }
  /** LiveKit answers, and no media gets through. */
  | { kind: 'blocked' }
  /** LiveKit itself cannot be reached from here. */
  | { kind: 'unreachable' };

const connectTimeoutMs = 15_000;
const selectTimeoutMs = 5_000;
const pollMs = 100;

/**
 * Joins an empty room, and sees which way the connection takes: the pair of ICE candidates that the browser selects.
 * @throws Error where LiveKit's client cannot be loaded
 */
export async function probeMedia({ url, token }: Probe): Promise<MediaWay> {
  const { ConnectionError, ConnectionErrorReason, Room } = await loadLiveKit();
  const room = new Room();
  try {
    // No second try: the way of the first is what counts.
    await room.connect(addressFor(url), token, { maxRetries: 0, peerConnectionTimeout: connectTimeoutMs });
    for (const deadline = performance.now() + selectTimeoutMs; performance.now() < deadline; ) {
      const transport = room.engine.pcManager?.subscriber ?? room.engine.pcManager?.publisher;
      const way = wayOf((await transport?.getStats()) ?? new Map());
      if (way) return way;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return { kind: 'blocked' };
  } catch (error) {
    if (!(error instanceof ConnectionError)) return { kind: 'blocked' };
    const { ServerUnreachable, NotAllowed } = ConnectionErrorReason;
    return { kind: error.reason === ServerUnreachable || error.reason === NotAllowed ? 'unreachable' : 'blocked' };
  } finally {
    await room.disconnect();
  }
}

/** The way of a connection by its statistics (w3.org/TR/webrtc-stats); null where none is selected yet. */
export function wayOf(stats: ReadonlyMap<string, Record<string, unknown>>): MediaWay | null {
  const all = [...stats.values()];
  const selected = all.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
  const pair =
    // Firefox has no transport's statistics.
    stats.get(String(selected)) ?? all.find((row) => row.type === 'candidate-pair' && row.selected === true);
  const [local, remote] = [stats.get(String(pair?.localCandidateId)), stats.get(String(pair?.remoteCandidateId))];
  if (!local || !remote) return null;
  const address = `${remote.address ?? remote.ip}:${remote.port}`;
  if (local.candidateType === 'relay') return { kind: 'relay', address };
  return { kind: remote.protocol === 'tcp' ? 'tcp' : 'udp', address };
}
