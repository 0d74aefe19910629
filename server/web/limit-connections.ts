import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress, siteOf } from '@/lib/core/network-of';
import { Places } from '@/lib/core/places';
import { log } from '@/lib/platform/log';
import { readMaxOpenFiles } from '@/lib/platform/process/max-open-files';

/** Descriptors that the process needs for other things: Postgres, the bus, LiveKit's API, files, and a reserve. */
const reservedDescriptors = 128;
/** More would only use memory: /cable has at most ten thousand clients. */
const maxConnections = 65_536;
/** Share of all descriptors for connections to LiveKit, one for each of its clients. */
const shareOfLivekit = 0.25;
/** Share of all descriptors for files of recordings that are being sent. */
const shareOfMedia = 0.1;
/** Each transfer keeps about half a megabyte for its reader. */
const maxTransfers = 512;
/** Share of all connections that one network may have, so that the others always find some. */
const shareOfNetwork = 0.75;
const logIntervalMs = 60_000;

interface Options {
  /** Maximum number of connections at once. */
  max: number;
  /** Whether an address is a proxy's, with connections of many clients. */
  isProxy: (address: string) => boolean;
}

/**
 * How many connections fit into the process's limit of open files: from clients, and onwards to LiveKit for some of them.
 * Others have a file of a recording behind them.
 */
export function connectionsThatFit(): { fromClients: number; toLivekit: number; transfers: number } {
  const limit = readMaxOpenFiles();
  const all = limit === null ? maxConnections : Math.min(maxConnections, Math.max(2, limit - reservedDescriptors));
  const toLivekit = Math.max(1, Math.floor(all * shareOfLivekit));
  const transfers = Math.min(maxTransfers, Math.max(1, Math.floor(all * shareOfMedia)));
  return { fromClients: all - toLivekit - transfers, toLivekit, transfers };
}

/** Places for connections, by their network. @param max of all networks together */
export const connectionPlaces = (max: number): Places =>
  new Places({ max, maxOfKey: Math.max(1, Math.floor(max * shareOfNetwork)) });

/**
 * Closes connections at once that are too many, in all or from one network. Otherwise the process would run out of
 * descriptors, and could not even open a file.
 */
export function limitConnections(server: Server, { max, isProxy }: Options): void {
  const places = connectionPlaces(max);
  // A request that is read again arrives as a second connection.
  const counted = new WeakSet<Socket>();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const logRefusal = () => {
    if (performance.now() - loggedAtMs < logIntervalMs) return;
    loggedAtMs = performance.now();
    log.warn({ max }, 'web: connections are refused, because there are too many');
  };

  server.maxConnections = max;
  server.on('drop', logRefusal);
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (counted.has(socket) || isProxy(address)) return;
    const network = siteOf(address) ?? networkOf(address);
    if (!places.take(network)) {
      logRefusal();
      socket.destroy();
      return;
    }
    counted.add(socket);
    socket.once('close', () => places.free(network));
  });
}
