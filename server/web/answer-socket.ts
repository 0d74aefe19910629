import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './requests/security-headers';

/**
 * Answers a request that never became one of Node's responses: a refused upgrade, a malformed or late request. It
 * closes the connection at once; otherwise the client could keep its file descriptor as long as it likes.
 * @param text for people; without it the answer has no body
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
