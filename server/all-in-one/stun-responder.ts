import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { answerTo } from '@/lib/platform/livekit/stun-binding';

/** Answers STUN on the loopback address until it is closed. */
export interface StunResponder {
  port: number;
  close(): void;
}

/**
 * Answers livekit-server's STUN requests on this machine. For WHIP it gathers its own addresses to the end, and waits seconds
 * for each server that does not answer. Without a server in its settings, it would tell browsers to ask public ones.
 */
export async function openStunResponder(): Promise<StunResponder> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const answer = answerTo(message, address, port);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
