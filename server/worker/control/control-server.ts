import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type PlacedWorkerSpec,
  type WorkerGateway,
  workerGatewayPath,
  workerGatewaySchema,
  workerHealthPath,
} from '@/lib/contracts/worker-protocol';
import { parseJson } from '@/lib/core/parse-json';
import { readLimited } from '@/lib/core/read-limited';
import type { Logger } from '@/lib/platform/log';
import { portTaken, WorkerFault } from './worker-fault';

const maxBodyBytes = 4 * 1024;
const requestTimeoutMs = 5_000;

export interface ControlServerOptions {
  spec: PlacedWorkerSpec;
  /** The worker's token at present. */
  readToken(): string;
  log: Logger;
  /** The worker reports to this gateway from now on. */
  onGateway(gateway: WorkerGateway): void;
}

/**
 * Opens the HTTP address at which a gateway finds the worker, until the process ends.
 * @throws WorkerFault when it cannot listen on the address
 */
export async function openControlServer(options: ControlServerOptions): Promise<void> {
  const { host, controlPort } = options.spec.address;
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.log.warn({ err: error }, 'control: a request failed');
      if (response.headersSent) response.destroy();
      else reply(response, 500);
    });
  });
  server.listen(controlPort, host);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRINUSE')
      throw new WorkerFault(portTaken('gateway', { host, port: controlPort }), { cause });
    throw cause;
  });
  server.on('error', (error) => options.log.warn({ err: error }, 'control: trouble with the server'));
}

async function answer(
  { spec, readToken, onGateway }: ControlServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { workerId, streamId, generation } = spec;
  if (request.method === 'GET' && request.url === workerHealthPath) {
    return reply(response, 200, { workerId, streamId, generation });
  }
  if (request.method !== 'PUT' || request.url !== workerGatewayPath) return reply(response, 404);
  if (!isAuthorized(request, readToken())) return reply(response, 401);
  const body = await readLimited(request.iterator({ destroyOnReturn: false }), maxBodyBytes);
  if (body === null) return reply(response.setHeader('connection', 'close'), 413);
  const gateway = workerGatewaySchema.safeParse(parseJson(body.toString('utf8')));
  if (!gateway.success) return reply(response, 422);
  onGateway(gateway.data);
  reply(response, 204);
}

function isAuthorized(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function reply(response: ServerResponse, status: number, body?: object): void {
  if (!body) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
