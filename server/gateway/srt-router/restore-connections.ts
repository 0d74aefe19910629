import { log } from '@/lib/platform/log';
import { readSrtConnections, removeSrtConnection, type SrtConnectionRecord } from '../store/srt-connections';
import { readStreamRoutes, type StreamRoute } from '../store/stream-routes';
import { isCurrent } from './foreign-connections';
import type { OpenSrtConnection, SrtDirection } from './srt-route';
import type { SrtRouterThread } from './thread/srt-router-thread';

/**
 * Goes on with the connections that this gateway left open when it was killed, where their stream still has the same
 * worker. The callers of all others are told that theirs are over, which they cannot know.
 * @returns the connections that go on
 */
export async function restoreConnections(router: SrtRouterThread, gatewayId: string): Promise<OpenSrtConnection[]> {
  const records = await readSrtConnections(gatewayId);
  if (records.length === 0) return [];
  const routes = await readStreamRoutes([...new Set(records.map(({ connection }) => connection.streamId))]);
  const ports: Record<SrtDirection, number> = { ingest: router.ingestPort, view: router.viewPort };
  const isOurs = ({ localPort, connection }: SrtConnectionRecord) => localPort === ports[connection.direction];

  const wanted = records.filter(isOurs).flatMap(({ connection }) => {
    const worker = findWorker(connection, routes.get(connection.streamId));
    return worker ? [{ ...connection, host: worker.host, port: worker.port }] : [];
  });
  const impossible = new Set((await router.restore(wanted)).map(callerKey));
  const restored = wanted.filter((connection) => !impossible.has(callerKey(connection)));

  const goesOn = new Set(restored.map(callerKey));
  const over = records.filter((record) => !isOurs(record) || !goesOn.has(callerKey(record.connection)));
  for (const direction of ['ingest', 'view'] as const) {
    const callers = over.filter((record) => isOurs(record) && record.connection.direction === direction);
    router.dismiss({ direction, callers: callers.map(({ connection }) => connection.caller) });
  }
  await Promise.all(over.map((record) => removeSrtConnection(record, record.connection.caller)));
  log.info({ restored: restored.length, dismissed: over.length }, 'router: connections of its former life');
  return restored;
}

/** Where the connection's worker takes its datagrams; null where the stream has another, or should have none. */
function findWorker(connection: SrtConnectionRecord['connection'], route: StreamRoute | undefined) {
  if (!route?.worker || !isCurrent(connection, route)) return null;
  const { host, inputPort, outputPort } = route.worker;
  return { host, port: connection.direction === 'ingest' ? inputPort : outputPort };
}

const callerKey = ({ direction, caller }: SrtConnectionRecord['connection']): string =>
  `${direction} ${caller.address} ${caller.port} ${caller.socketId}`;
