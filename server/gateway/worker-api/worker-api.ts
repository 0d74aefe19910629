import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reportPath, roomTokenPath, workerReportSchema } from '@/lib/contracts/worker-protocol';
import { mintPublisherToken } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import type { RunningWorker, Supervisor } from '../reconciler/reconciler';

const maxBodyBytes = 16 * 1024;

export interface WorkerApi {
  url: string;
  close(): Promise<void>;
}

/**
 * The gateway's internal HTTP address: workers report here and get their room tokens, and /healthz tells a probe that
 * the gateway lives. On 127.0.0.1 alone, at a port of the system's choice.
 * @param supervisor asked only when a request comes, so it may be made after this
 * @param readHealth what /healthz answers, as JSON
 */
export async function openWorkerApi(
  supervisor: () => Supervisor,
  readHealth: () => Promise<object>,
): Promise<WorkerApi> {
  const server = createServer((request, response) => {
    answer(supervisor(), readHealth, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'worker API: a request failed');
      if (!response.headersSent) reply(response, 500);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => close(server) };
}

async function answer(
  supervisor: Supervisor,
  readHealth: () => Promise<object>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  if (request.method === 'GET' && path === '/healthz') return reply(response, 200, await readHealth());
  const streamId = /^\/workers\/([\w-]+)\//.exec(path)?.[1];
  const isReport = streamId && path === reportPath(streamId);
  if (request.method !== 'POST' || !streamId || !(isReport || path === roomTokenPath(streamId))) {
    return reply(response, 404);
  }
  const found = supervisor.findWorker(streamId);
  if (!found) return reply(response, 410);
  if (!isAuthorized(request, found.worker)) return reply(response, 401);
  if (found.worker.stopping) return reply(response, 410);
  if (!isReport) {
    const { eventId, participantIdentity, name } = found.stream;
    return reply(response, 200, { token: await mintPublisherToken(eventId, participantIdentity, name) });
  }
  const body = await readBody(request);
  if (body === null) return reply(response, 413);
  const report = workerReportSchema.safeParse(parseJson(body));
  if (!report.success) return reply(response, 422);
  if (report.data.generation !== found.worker.generation) return reply(response, 410);
  supervisor.takeReport(found.worker, report.data);
  reply(response, 204);
}

function isAuthorized(request: IncomingMessage, worker: RunningWorker): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${worker.gatewayToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** @returns null for one that is too long */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses undefined like any other wrong body.
    return undefined;
  }
}

function reply(response: ServerResponse, status: number, body?: object): void {
  if (!body) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the internal HTTP server has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
