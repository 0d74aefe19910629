import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseHandshake } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { buildConclusionOf, buildInductionOf } from '../../gateway/srt-peers';

const offset = { initialSequenceNumber: 24, segmentBytes: 28, flowWindow: 32, destinationSocketId: 12 };
const repeatMs = 100;

export interface RawCallOptions {
  host: string;
  port: number;
  streamId: string;
  /** Packets; the caller's own. */
  flowWindow?: number;
  segmentBytes?: number;
  /** Gives up after this long. */
  timeoutMs?: number;
}

export interface RawCaller {
  /** The number of its first data packet, and of the first that it gets. */
  initialSequenceNumber: number;
  /** The datagrams that came after the handshake. */
  received: Buffer[];
  /** Sends a datagram, addressed to the other side's SRT socket. */
  send(datagram: Buffer): void;
  close(): void;
}

/** An SRT caller without libsrt, for what libsrt would never send. @throws Error where it is refused or not answered */
export async function callRaw(options: RawCallOptions): Promise<RawCaller> {
  const { host, port, streamId, flowWindow, segmentBytes, timeoutMs = 5_000 } = options;
  const socket = createSocket('udp4');
  socket.bind(0);
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  const socketId = 1 + Math.floor(Math.random() * 2 ** 29);
  const received: Buffer[] = [];
  let cookie: number | undefined;
  let answer: Buffer | undefined;
  socket.on('message', (datagram) => {
    const handshake = parseHandshake(datagram);
    if (handshake?.kind === 'induction') cookie ??= handshake.cookie;
    else if (handshake) answer ??= datagram;
    else if (received.push(datagram) > 1_000) received.shift();
  });
  const deadlineMs = performance.now() + timeoutMs;
  try {
    while (!answer) {
      if (performance.now() > deadlineMs) throw new Error('an SRT caller was not answered');
      const datagram =
        cookie === undefined ? buildInductionOf(socketId) : buildConclusionOf(socketId, cookie, streamId);
      if (flowWindow !== undefined) datagram.writeUInt32BE(flowWindow, offset.flowWindow);
      if (segmentBytes !== undefined) datagram.writeUInt32BE(segmentBytes, offset.segmentBytes);
      socket.send(datagram, port, host);
      for (let waitedMs = 0; waitedMs < repeatMs && !answer; waitedMs += 10) {
        await sleep(10);
        if (cookie !== undefined && waitedMs === 0) break;
      }
    }
    const handshake = parseHandshake(answer);
    if (handshake?.kind !== 'conclusion') throw new Error(`an SRT caller was refused: ${JSON.stringify(handshake)}`);
    const { socketId: peerSocketId } = handshake;
    return {
      initialSequenceNumber: answer.readUInt32BE(offset.initialSequenceNumber),
      received,
      send: (datagram) => {
        datagram.writeUInt32BE(peerSocketId, offset.destinationSocketId);
        socket.send(datagram, port, host);
      },
      close: () => socket.close(),
    };
  } catch (error) {
    socket.close();
    throw error;
  }
}
