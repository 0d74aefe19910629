import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { z } from 'zod';
import {
  type PlacedWorkerSpec,
  type ProgramTask,
  programTaskSchema,
  type ReplayTask,
  replayTaskSchema,
  type WorkerGateway,
  workerFeedPath,
  workerGatewayPath,
  workerGatewaySchema,
  workerHealthPath,
  workerProgramPath,
  workerReplayPath,
} from '@/lib/contracts/worker-protocol';
import { feedTokenOf } from '@/lib/core/feed-token';
import { parseJson } from '@/lib/core/parse-json';
import { readLimited } from '@/lib/core/read-limited';
import type { Logger } from '@/lib/platform/log';
import { portTaken, WorkerFault } from './worker-fault';

const maxGatewayBytes = 4 * 1024;
/** The task of a program of a hundred cameras has 20 kB. */
const maxTaskBytes = 64 * 1024;
const requestTimeoutMs = 5_000;

export interface ControlServerOptions {
  spec: PlacedWorkerSpec;
  /** The worker's token at present. */
  readToken(): string;
  log: Logger;
  /** The worker reports to this gateway from now on. */
  onGateway(gateway: WorkerGateway): void;
  /** Sends the camera's packets for as long as the connection lasts. */
  onFeedAsked(response: ServerResponse): void;
  /** Receives what the program shows from now on; missing where the source is none. */
  onProgram?: ((task: ProgramTask) => void) | undefined;
  /** Receives what the replay shows from now on; missing where the source is none. */
  onReplay?: ((task: ReplayTask) => void) | undefined;
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
  { spec, readToken, onGateway, onFeedAsked, onProgram, onReplay }: ControlServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { workerId, streamId, generation } = spec;
  const asks = (method: string, path: string) => request.method === method && request.url === path;
  if (asks('GET', workerHealthPath)) return reply(response, 200, { workerId, streamId, generation });
  if (asks('GET', workerFeedPath)) {
    if (isAuthorized(request, feedTokenOf(readToken()))) return onFeedAsked(response);
    return reply(response, 401);
  }
  const isGateway = asks('PUT', workerGatewayPath);
  const isReplay = onReplay && asks('PUT', workerReplayPath);
  if (!isGateway && !isReplay && !(onProgram && asks('PUT', workerProgramPath))) return reply(response, 404);
  if (!isAuthorized(request, readToken())) return reply(response, 401);
  const maxBytes = isGateway ? maxGatewayBytes : maxTaskBytes;
  const body = await readLimited(request.iterator({ destroyOnReturn: false }), maxBytes);
  if (body === null) return reply(response.setHeader('connection', 'close'), 413);
  const json = parseJson(body.toString('utf8'));
  const takeTask = () => (isReplay ? take(replayTaskSchema, json, onReplay) : take(programTaskSchema, json, onProgram));
  const isTaken = isGateway ? take(workerGatewaySchema, json, onGateway) : takeTask();
  reply(response, isTaken ? 204 : 422);
}

/** Hands over what fits the schema. @returns whether it does */
function take<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  use?: (value: z.infer<Schema>) => void,
): boolean {
  const parsed = schema.safeParse(json);
  if (parsed.success) use?.(parsed.data);
  return parsed.success;
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
