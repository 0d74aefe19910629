import { useQuery } from '@tanstack/react-query';
import type { Room } from 'livekit-client';
import type { Probe } from '@/lib/contracts/preflight';
import { pause } from '@/lib/core/pause';
import { api } from '../api/api-client';
import { queryKeys } from '../data/query-keys';
import { addressFor, loadLiveKit } from './event-room';
import { publishTestPicture } from './publish-test-picture';

/** How a picture gets from LiveKit to this browser. */
export type MediaWay =
  /** The address by TCP is null where that way is closed, which people need whose network lets no UDP out. */
  | { kind: 'udp'; address: string; tcpAddress: string | null }
  | { kind: 'tcp' | 'relay'; address: string }
  /** LiveKit answers, and no picture gets through. */
  | { kind: 'blocked' }
  /** LiveKit itself cannot be reached from here. */
  | { kind: 'unreachable' };

/** A selected pair of addresses. */
interface SelectedWay {
  kind: 'udp' | 'tcp' | 'relay';
  /** LiveKit's. */
  address: string;
}

const connectTimeoutMs = 15_000;
const pictureTimeoutMs = 8_000;
const pollMs = 100;

/** The path of media from LiveKit to this browser. Probed again by hand only. */
export const useMediaWay = () =>
  useQuery({
    queryKey: queryKeys.mediaWay,
    queryFn: async ({ signal }) => probeMedia((await api('POST /preflight/probe', { signal })).data),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/**
 * Joins an empty room twice, sends a picture there and sees which way it comes back: the pair of ICE candidates that the
 * browser selects. Then it does the same by TCP.
 * @throws Error where LiveKit's client cannot be loaded
 */
async function probeMedia({ url, token, source_token: sourceToken }: Probe): Promise<MediaWay> {
  const livekit = await loadLiveKit();
  const { ConnectionError, ConnectionErrorReason } = livekit;
  const [receiver, source] = [new livekit.Room(), new livekit.Room()];
  // No second try: the way of the first is what counts.
  const options = { maxRetries: 0, peerConnectionTimeout: connectTimeoutMs };
  let endPicture = () => {};
  try {
    await receiver.connect(addressFor(url), token, options);
    await source.connect(addressFor(url), sourceToken, options);
    endPicture = await publishTestPicture(source);
    const way = await findWay(receiver, () => true);
    if (way === null) return { kind: 'blocked' };
    if (way.kind !== 'udp') return { kind: way.kind, address: way.address };
    // LiveKit then offers its addresses by TCP alone.
    await receiver.simulateScenario('force-tcp');
    const byTcp = await findWay(receiver, ({ kind }) => kind === 'tcp');
    return { kind: 'udp', address: way.address, tcpAddress: byTcp?.address ?? null };
  } catch (error) {
    if (!(error instanceof ConnectionError)) return { kind: 'blocked' };
    const { ServerUnreachable, NotAllowed } = ConnectionErrorReason;
    return { kind: error.reason === ServerUnreachable || error.reason === NotAllowed ? 'unreachable' : 'blocked' };
  } finally {
    endPicture();
    await Promise.all([receiver.disconnect(), source.disconnect()]);
  }
}

/** Waits for frames that come by a way which `isWanted`. @returns null where none come in time */
async function findWay(room: Room, isWanted: (way: SelectedWay) => boolean): Promise<SelectedWay | null> {
  for (const deadline = performance.now() + pictureTimeoutMs; performance.now() < deadline; ) {
    const transport = room.engine.pcManager?.subscriber ?? room.engine.pcManager?.publisher;
    const stats: Stats = (await transport?.getStats()) ?? new Map();
    const way = wayOf(stats);
    if (way && isWanted(way) && hasPicture(stats)) return way;
    await pause(pollMs);
  }
  return null;
}

/** The statistics of a connection (w3.org/TR/webrtc-stats). */
type Stats = ReadonlyMap<string, Record<string, unknown>>;

/** Whether the browser has decoded a frame. */
export const hasPicture = (stats: Stats): boolean =>
  [...stats.values()].some(({ type, framesDecoded }) => type === 'inbound-rtp' && Number(framesDecoded) > 0);

/** The way of a connection; null where none is selected yet. */
export function wayOf(stats: Stats): SelectedWay | null {
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
