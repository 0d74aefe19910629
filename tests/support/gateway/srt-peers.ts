import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parseHandshake } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { until } from '../until';

/* Callers and listeners that send exactly the bytes of a test, for datagrams that libsrt never sends. */

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const induction = hex(`80000000 00000000 0000007e 00000000 00000004 00000002 5c82f8f1 000005dc 00002000 00000001
  00000000 00000000 0100007f 00000000 00000000 00000000`);
const conclusion = hex(`80000000 00000000 00000f2f 00000000 00000005 00000005 5c82f8f1 000005dc 00002000 ffffffff
  00000000 00000000 0100007f 00000000 00000000 00000000 00010003 00010501 000000bf 00780078`);

export function buildInductionOf(socketId: number): Buffer {
  const datagram = Buffer.from(induction);
  datagram.writeUInt32BE(socketId, 40);
  return datagram;
}

export function buildConclusionOf(socketId: number, cookie: number, streamId: string | null, version = 5): Buffer {
  const words = streamId === null ? Buffer.alloc(0) : Buffer.alloc(Math.ceil(Buffer.byteLength(streamId) / 4) * 4);
  if (streamId !== null) words.write(streamId);
  const extensionHeader = Buffer.alloc(streamId === null ? 0 : 4);
  if (streamId !== null) {
    extensionHeader.writeUInt16BE(5, 0);
    extensionHeader.writeUInt16BE(words.length / 4, 2);
  }
  const datagram = Buffer.concat([conclusion, extensionHeader, words.swap32()]);
  datagram.writeUInt32BE(version, 16);
  datagram.writeUInt32BE(socketId, 40);
  datagram.writeUInt32BE(cookie, 44);
  return datagram;
}

export interface RawPeer {
  socket: Socket;
  received: Buffer[];
  send(datagram: Buffer): void;
  close(): void;
}

/** A UDP socket that sends to the router's port and keeps what it receives. */
export async function rawPeer(port: number, localAddress = '127.0.0.1'): Promise<RawPeer> {
  const socket = createSocket('udp4');
  const received: Buffer[] = [];
  socket.on('message', (datagram) => received.push(datagram));
  socket.bind(0, localAddress);
  await once(socket, 'listening');
  return {
    socket,
    received,
    send: (datagram) => socket.send(datagram, port, '127.0.0.1'),
    close: () => socket.close(),
  };
}

/** libsrt's interval while a caller waits for an answer. */
const repeatMs = 250;

/** Repeats a datagram until it is answered, because a flood may lose some. */
async function ask<Answer>(peer: RawPeer, datagram: Buffer, find: () => Answer | undefined, what: string) {
  peer.send(datagram);
  const timer = setInterval(() => peer.send(datagram), repeatMs);
  return until(`${what} arrives`, find).finally(() => clearInterval(timer));
}

/** The cookie that the router issues to this peer for this SRT socket id. */
export async function askCookie(peer: RawPeer, socketId: number): Promise<number> {
  const answer = await ask(
    peer,
    buildInductionOf(socketId),
    () =>
      peer.received
        .map(parseHandshake)
        .find((handshake) => handshake?.kind === 'induction' && handshake.socketId === socketId),
    'the answer to an induction',
  );
  return answer.kind === 'induction' ? answer.cookie : 0;
}

/** Calls with a streamid. @returns the reject reason, or 'accepted' */
export async function call(peer: RawPeer, socketId: number, streamId: string | null, version = 5) {
  const answer = await askConclusion(peer, socketId, streamId, version);
  return answer.kind === 'rejection' ? answer.reason : 'accepted';
}

/** Calls with a streamid. @returns the SRT socket id of the other end; null where it refuses */
export async function openConnection(peer: RawPeer, socketId: number, streamId: string): Promise<number | null> {
  const answer = await askConclusion(peer, socketId, streamId, 5);
  return answer.kind === 'conclusion' ? answer.socketId : null;
}

async function askConclusion(peer: RawPeer, socketId: number, streamId: string | null, version: number) {
  return ask(
    peer,
    buildConclusionOf(socketId, await askCookie(peer, socketId), streamId, version),
    () => peer.received.map(parseHandshake).find((handshake) => handshake && handshake.kind !== 'induction'),
    'the answer to a conclusion',
  );
}

export const listenerSocketId = 0x06775204;

/** A data packet for an SRT socket: one null packet of a transport stream. */
export function buildData(destinationSocketId = 0): Buffer {
  const datagram = Buffer.alloc(16 + 188, 0xff);
  hex('00000001 e0000001 00000000 00000000 471fff10').copy(datagram);
  datagram.writeUInt32BE(destinationSocketId, 12);
  return datagram;
}

/** Sends media as a camera does, until the returned function is called. */
export function sendMedia(peer: RawPeer): () => void {
  const timer = setInterval(() => peer.send(buildData(listenerSocketId)), 20);
  return () => clearInterval(timer);
}

/** Sends what libsrt sends where there is no media, but more often; likewise. */
export function sendKeepalives(peer: RawPeer): () => void {
  const keepalive = Buffer.alloc(16);
  keepalive.writeUInt16BE(0x8001, 0);
  keepalive.writeUInt32BE(listenerSocketId, 12);
  const timer = setInterval(() => peer.send(keepalive), 100);
  return () => clearInterval(timer);
}

/**
 * A listener that accepts every caller, and keeps what it receives after the handshake.
 * @param afterAccept the datagrams that it sends to the `count`-th accepted caller
 */
export async function rawListener(afterAccept: (count: number) => Buffer[] = () => []): Promise<{
  socket: Socket;
  port: number;
  received: Buffer[];
  conclusionCount(): number;
  close(): void;
}> {
  const socket = createSocket('udp4');
  const received: Buffer[] = [];
  let conclusionCount = 0;
  socket.on('message', (datagram, { port, address }) => {
    const handshake = parseHandshake(datagram);
    if (!handshake || handshake.kind === 'rejection') {
      received.push(datagram);
      return;
    }
    const answer = Buffer.from(datagram.subarray(0, 64));
    answer.writeUInt32BE(handshake.socketId, 12);
    answer.writeUInt32BE(5, 16);
    if (handshake.kind === 'induction') {
      answer.writeUInt32BE(0xc0ffee, 44);
    } else {
      conclusionCount++;
      answer.writeUInt32BE(listenerSocketId, 40);
    }
    socket.send(answer, port, address);
    if (handshake.kind === 'induction') return;
    for (const following of afterAccept(conclusionCount)) {
      following.writeUInt32BE(handshake.socketId, 12);
      socket.send(following, port, address);
    }
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return { socket, port, received, conclusionCount: () => conclusionCount, close: () => socket.close() };
}
