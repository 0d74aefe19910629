import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { networkOf } from '@/lib/core/network-of';
import { log } from '@/lib/platform/log';
import { plainAddress } from './trusted-proxies';

/** Descriptors that the process needs besides: Postgres, the bus, LiveKit's API, files, and some to spare. */
const reservedDescriptors = 128;
/** More would only be memory: clients of /cable are ten thousand at most. */
const maxConnections = 65_536;
/** The share of all connections that one network may have; the others always find some. */
export const shareOfNetwork = 0.75;
/** The share of all descriptors that connections to LiveKit may have, one for each of its clients' own. */
const shareOfLivekit = 0.25;
const logIntervalMs = 60_000;

interface Options {
  /** How many connections there may be at once. */
  max: number;
  /** Whether an address is a proxy's, whose connections come from many clients. */
  isProxy: (address: string) => boolean;
}

const reportSchema = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/**
 * How many connections fit into the process's limit of open files: from clients, and for some of these on to LiveKit. Ask
 * before there are any: Node's report looks up the names of those that there are.
 */
export function connectionsThatFit(): { fromClients: number; toLivekit: number } {
  // Neither where there is no limit nor on Windows, which has none.
  const limit = reportSchema.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? Number.NaN;
  const all = Number.isNaN(limit) ? maxConnections : Math.min(maxConnections, Math.max(2, limit - reservedDescriptors));
  const toLivekit = Math.max(1, Math.floor(all * shareOfLivekit));
  return { fromClients: all - toLivekit, toLivekit };
}

/**
 * Closes connections that are too many, in all or from one network, as soon as they come, so that the process never runs
 * out of descriptors: then it could not even open a file.
 */
export function limitConnections(server: Server, { max, isProxy }: Options): void {
  const maxOfNetwork = Math.max(1, Math.floor(max * shareOfNetwork));
  const countByNetwork = new Map<string, number>();
  // A request that is read anew comes as a connection a second time.
  const counted = new WeakSet<Socket>();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const logRefusal = () => {
    if (performance.now() - loggedAtMs < logIntervalMs) return;
    loggedAtMs = performance.now();
    log.warn({ max, maxOfNetwork }, 'web: connections are refused, because there are too many');
  };

  server.maxConnections = max;
  server.on('drop', logRefusal);
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (counted.has(socket) || isProxy(address)) return;
    const network = networkOf(address);
    const count = countByNetwork.get(network) ?? 0;
    if (count >= maxOfNetwork) {
      logRefusal();
      socket.destroy();
      return;
    }
    counted.add(socket);
    countByNetwork.set(network, count + 1);
    socket.once('close', () => {
      const left = (countByNetwork.get(network) ?? 0) - 1;
      if (left > 0) countByNetwork.set(network, left);
      else countByNetwork.delete(network);
    });
  });
}
