import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WebhookPayload } from '@/lib/contracts/organization/webhooks';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  payload: WebhookPayload;
  atMs: number;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  server: Server;
}

type Answer = (response: ServerResponse, request: Received, index: number) => void;

/** Answers what comes to it: 204 unless the test says otherwise. It ends with the test. */
export async function openReceiver(
  answer: Answer = (response) => void response.writeHead(204).end(),
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one: Received = { headers: request.headers, body, payload: JSON.parse(body), atMs: performance.now() };
      received.push(one);
      answer(response, one, received.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(() => closeReceiver(server));
  const { port: openPort } = server.address() as AddressInfo;
  return { url: `http://${host}:${openPort}/hook`, port: openPort, received, server };
}

/** Ends it, as where the other side dies. */
export async function closeReceiver(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
