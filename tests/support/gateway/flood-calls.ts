import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseHandshake } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { buildConclusionOf, buildInductionOf } from './srt-peers';

const tickMs = 5;

export interface CallFlood {
  port: number;
  /** One UDP socket each; the same address may come several times. */
  localAddresses: string[];
  perSecond: number;
  /** The streamid of a call. */
  keyOf(count: number): string;
}

/** Calls from these sockets in turn until the signal is aborted, each time as another SRT socket with a valid cookie. */
export async function floodCalls(
  { port, localAddresses, perSecond, keyOf }: CallFlood,
  signal: AbortSignal,
): Promise<void> {
  const open = async (address: string): Promise<Socket> => {
    const socket = createSocket('udp4');
    socket.on('message', (datagram) => {
      const answer = parseHandshake(datagram);
      if (answer?.kind !== 'induction' || signal.aborted) return;
      socket.send(buildConclusionOf(answer.socketId, answer.cookie, keyOf(answer.socketId)), port, '127.0.0.1');
    });
    socket.bind(0, address);
    await once(socket, 'listening');
    return socket;
  };
  const sockets = await Promise.all(localAddresses.map(open));
  let socketId = 0;
  let lastMs = performance.now();
  for (; !signal.aborted; await sleep(tickMs)) {
    const nowMs = performance.now();
    // A busy machine does not catch up on what it has missed.
    const due = Math.round((Math.min(nowMs - lastMs, 4 * tickMs) * perSecond) / 1000);
    lastMs = nowMs;
    for (const end = socketId + due; socketId < end; ) {
      sockets[++socketId % sockets.length]?.send(buildInductionOf(socketId), port, '127.0.0.1');
    }
  }
  for (const socket of sockets) socket.close();
}
