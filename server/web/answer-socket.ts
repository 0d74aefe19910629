import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './requests/security-headers';

/**
 * Answers a request that never became one of Node's responses (a refused upgrade, a malformed or late request), and lets
 * go of its connection at once: one that waits for the client to close it keeps its file descriptor as long as the
 * client likes.
 * @param text for people; the answer has no body where it is missing
 */
export function answerSocket(socket: Duplex, status: number, headers: Headers, text?: string): void {
  const body = text === undefined ? '' : `${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (body !== '') lines.push('Content-Type: text/plain; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  socket.on('error', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
