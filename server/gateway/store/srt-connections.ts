import { db } from '@/lib/platform/db/db';
import type { OpenSrtConnection, SrtCaller } from '../srt/srt-route';

/** A public port of a gateway. */
export interface GatewayPort {
  gatewayId: string;
  localPort: number;
}

/** The record of an open connection. The worker's address is in the stream's row. */
export interface SrtConnectionRecord extends GatewayPort {
  connection: Omit<OpenSrtConnection, 'host' | 'port'>;
}

/**
 * Records an open connection. Deletes the stream's connections to other workers, and for an encoder those through other
 * gateways, because a worker accepts one encoder.
 */
export async function recordSrtConnection(port: GatewayPort, connection: OpenSrtConnection): Promise<void> {
  const { direction, streamId, keyHash, workerId, workerLocalPort, receiveLatencyMs } = connection;
  const workerSocketId = BigInt(connection.workerSocketId);
  const route = { direction, streamId, keyHash, workerId, workerLocalPort, workerSocketId, receiveLatencyMs };
  const { bond } = connection;
  const bondLinks = bond?.links.map((link) => `${link.address} ${link.port}`) ?? [];
  const present = { ...route, bondId: bond?.id ?? null, bondLinks };
  const identity = identityOf(port, connection.caller);
  const isStale = [
    { NOT: { workerId } },
    ...(direction === 'ingest' ? [{ direction, NOT: { gatewayId: port.gatewayId } }] : []),
  ];
  // The same lock order as the deletion of a stream, which avoids a deadlock.
  await db().$transaction([
    db().srtConnection.upsert({
      where: { gatewayId_localPort_remoteAddress_remotePort_socketId: identity },
      create: { ...identity, ...present },
      update: present,
    }),
    db().srtConnection.deleteMany({ where: { streamId, OR: isStale } }),
  ]);
}

/** Deletes the record of a connection that has ended. */
export async function removeSrtConnection(port: GatewayPort, caller: SrtCaller): Promise<void> {
  await db().srtConnection.deleteMany({ where: identityOf(port, caller) });
}

/** The recorded connections of a gateway: open ones, and those left over when it was killed. */
export async function readSrtConnections(gatewayId: string): Promise<SrtConnectionRecord[]> {
  const rows = await db().srtConnection.findMany({ where: { gatewayId } });
  return rows.map(({ localPort, remoteAddress, remotePort, socketId, workerSocketId, ...row }) => ({
    gatewayId,
    localPort,
    connection: {
      direction: row.direction,
      caller: { address: remoteAddress, port: remotePort, socketId: Number(socketId) },
      streamId: row.streamId,
      keyHash: row.keyHash,
      workerId: row.workerId,
      workerLocalPort: row.workerLocalPort,
      workerSocketId: Number(workerSocketId),
      receiveLatencyMs: row.receiveLatencyMs,
      bond: row.bondId === null ? null : { id: row.bondId, links: row.bondLinks.map(parseLink) },
    },
  }));
}

function parseLink(link: string): { address: string; port: number } {
  const [address = '', port] = link.split(' ');
  return { address, port: Number(port) };
}

/** Deletes the records of a stream's encoders at a gateway. */
export async function removeIngestConnections(gatewayId: string, streamId: string): Promise<void> {
  await db().srtConnection.deleteMany({ where: { gatewayId, streamId, direction: 'ingest' } });
}

/** The other gateways through which an encoder of this stream is connected, by the records. */
export async function findOtherIngestGateways(streamId: string, gatewayId: string): Promise<string[]> {
  const rows = await db().srtConnection.findMany({
    where: { streamId, direction: 'ingest', NOT: { gatewayId } },
    select: { gatewayId: true },
  });
  return rows.map((row) => row.gatewayId);
}

function identityOf({ gatewayId, localPort }: GatewayPort, { address, port, socketId }: SrtCaller) {
  return { gatewayId, localPort, remoteAddress: address, remotePort: port, socketId: BigInt(socketId) };
}
