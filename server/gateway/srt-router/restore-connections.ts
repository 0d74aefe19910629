import { log } from '@/lib/platform/log';
import type { OpenSrtConnection, SrtCaller, SrtDirection } from '../srt/srt-route';
import { readSrtConnections, removeSrtConnection, type SrtConnectionRecord } from '../store/srt-connections';
import { readStreamRoutes, type StreamRoute } from '../store/stream-routes';
import { isCurrent } from './foreign-connections';
import type { SrtRouterThread } from './thread/srt-router-thread';

/** The connections that this gateway had open when it was killed, and the current routes of their streams. */
interface FormerConnections {
  records: SrtConnectionRecord[];
  routes: Map<string, StreamRoute>;
}

export async function readFormerConnections(gatewayId: string): Promise<FormerConnections> {
  const records = await readSrtConnections(gatewayId);
  if (records.length === 0) return { records, routes: new Map() };
  const routes = await readStreamRoutes([...new Set(records.map(({ connection }) => connection.streamId))]);
  return { records, routes };
}

/**
 * Restores the connections that this gateway had open when it was killed, if their stream still has the same worker.
 * The callers of all others get a SHUTDOWN, because they cannot know that their connection has ended.
 * @returns the restored connections
 */
export async function restoreConnections(
  router: SrtRouterThread,
  { records, routes }: FormerConnections,
): Promise<OpenSrtConnection[]> {
  if (records.length === 0) return [];
  const ports: Record<SrtDirection, number> = { ingest: router.ingestPort, view: router.viewPort };
  const isOwnPort = ({ localPort, connection }: SrtConnectionRecord) => localPort === ports[connection.direction];

  const wanted = records.filter(isOwnPort).flatMap(({ connection }) => {
    const worker = findWorker(connection, routes.get(connection.streamId));
    return worker ? [{ ...connection, host: worker.host, port: worker.port }] : [];
  });
  const impossible = new Set((await router.restore(wanted)).map(callerKey));
  const restored = wanted.filter((connection) => !impossible.has(callerKey(connection)));

  const restoredKeys = new Set(restored.map(callerKey));
  const ended = records.filter((record) => !isOwnPort(record) || !restoredKeys.has(callerKey(record.connection)));
  for (const direction of ['ingest', 'view'] as const) {
    const callers = ended.filter((record) => isOwnPort(record) && record.connection.direction === direction);
    router.dismiss({ direction, callers: callers.flatMap(({ connection }) => addressesOf(connection)) });
  }
  await Promise.all(ended.map((record) => removeSrtConnection(record, record.connection.caller)));
  log.info({ restored: restored.length, dismissed: ended.length }, 'router: restored connections after a restart');
  return restored;
}

/** The address of the connection's worker; null when the stream has another worker, or none. */
function findWorker(connection: SrtConnectionRecord['connection'], route: StreamRoute | undefined) {
  if (!route?.worker || !isCurrent(connection, route)) return null;
  const { host, inputPort, outputPort } = route.worker;
  return { host, port: connection.direction === 'ingest' ? inputPort : outputPort };
}

/** A caller by each of its links. */
const addressesOf = ({ caller, bond }: SrtConnectionRecord['connection']): SrtCaller[] =>
  bond ? bond.links.map((link) => ({ ...link, socketId: caller.socketId })) : [caller];

const callerKey = ({ direction, caller }: SrtConnectionRecord['connection']): string =>
  `${direction} ${caller.address} ${caller.port} ${caller.socketId}`;
