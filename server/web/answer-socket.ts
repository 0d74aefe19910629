import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './security-headers';

/**
 * Answers a request that never became one of Node's responses (a refused upgrade, a malformed or late request), and lets
 * go of its connection at once: one that waits for the client to close it keeps its file descriptor as long as the
 * client likes.
 */
export function answerSocket(socket: Duplex, status: number, headers: Headers): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  socket.on('error', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
