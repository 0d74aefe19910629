import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ParticipantKind } from '@/lib/contracts/participants';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import {
  maxSoundWindowBytes,
  maxStillBytes,
  reportPath,
  roomTokenPath,
  roomTokenRequestSchema,
  soundPath,
  soundWindowSchema,
  stillPath,
  stillSchema,
  workerReportSchema,
} from '@/lib/contracts/worker-protocol';
import { AppError } from '@/lib/core/errors';
import { parseJson } from '@/lib/core/parse-json';
import { readLimited } from '@/lib/core/read-limited';
import { urlHost } from '@/lib/core/url-host';
import {
  mintPublisherToken,
  mintReceiverToken,
  mintReturnToken,
  mintSharePublisherToken,
} from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { requireReady } from '@/lib/platform/process/readiness';
import { type AnswerScrape, metricsPath } from '@/lib/platform/prometheus/answer-scrape';
import { PasswordTurns } from '../pull-tries/password-turns';
import type { StreamRuntime } from '../reconciler/stream-runtime';
import { openShareRooms, type WorkerReports } from '../reconciler/worker-reports';
import { keepSoundWindow } from '../sound/sound-windows';
import { recordStill } from '../store/stream-records';
import type { WorkerTokens } from '../worker-control/worker-control';

const maxBodyBytes = 16 * 1024;
/** A still and its frame of JSON. */
const maxStillBodyBytes = maxStillBytes + 1024;
/** Longer than any permit: the late report of a worker that waited for a processor must not meet a closed connection. */
const keepAliveMs = 60_000;
const statusByRefusal = { dismissed: 410, unknown: 503 } as const;

export interface WorkerApiOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  workerTokens: WorkerTokens;
  /** Called with each request. Null before the reconciler exists: reports are then answered with 503. */
  reports(): WorkerReports | null;
  /** The JSON body of /healthz. */
  readHealth(): Promise<object>;
  /** Answers Prometheus; null where nobody watches this gateway, and before it runs. */
  scrapes(): AnswerScrape | null;
}

export interface WorkerApi {
  /** The URL that it listens at. */
  url: string;
  close(): Promise<void>;
}

/**
 * The gateway's HTTP server for workers, which report here and get their room tokens, for probes at /healthz and /readyz,
 * and for Prometheus at /metrics.
 * @throws AppError `invalid_configuration` where it cannot listen there
 */
export async function openWorkerApi(options: WorkerApiOptions): Promise<WorkerApi> {
  const { host, port } = options;
  const passwordTurns = new PasswordTurns();
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    answer(options, passwordTurns, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'worker API: a request failed');
      if (!response.headersSent) reply(response, 500);
    });
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new AppError('invalid_configuration', `Cannot listen for workers at ${host}:${port}: ${error.message}.`);
  });
  return { url: `http://${urlHost(host)}:${portOf(server)}`, close: () => close(server) };
}

async function answer(
  { workerTokens, reports, readHealth, scrapes }: WorkerApiOptions,
  passwordTurns: PasswordTurns,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  if (request.method === 'GET') {
    if (path === '/healthz') return reply(response, 200, await readHealth());
    if (path === '/readyz') return answerReadiness(response);
    const answerScrape = path === metricsPath && scrapes();
    if (answerScrape) return answerScrape(request, response);
  }
  const workerId = /^\/workers\/([\w-]+)\//.exec(path)?.[1];
  const isReport = workerId && path === reportPath(workerId);
  const isStill = workerId && path === stillPath(workerId);
  const isSound = workerId && path === soundPath(workerId);
  if (request.method !== 'POST' || !workerId || !(isReport || isStill || isSound || path === roomTokenPath(workerId))) {
    return reply(response, 404);
  }
  if (!workerTokens(workerId).some((token) => isAuthorized(request, token))) return reply(response, 401);
  const known = reports();
  if (!known) return reply(response, statusByRefusal.unknown);
  const maxBytes = isStill ? maxStillBodyBytes : isSound ? maxSoundWindowBytes : maxBodyBytes;
  const body = await readLimited(request.iterator({ destroyOnReturn: false }), maxBytes);
  if (body === null) return reply(response.setHeader('connection', 'close'), 413);
  const json = parseJson(body.toString('utf8'));
  if (isStill) return keepStill(known, workerId, json, response);
  if (isSound) return keepSound(known, workerId, json, response);
  if (!isReport) return answerRoomToken(known, workerId, json, response);
  const report = workerReportSchema.safeParse(json);
  if (!report.success) return reply(response, 422);
  const permit = known.answer(workerId, report.data);
  if (typeof permit === 'string') return reply(response, statusByRefusal[permit]);
  const found = known.find(workerId);
  const pullTurn = typeof found === 'string' ? undefined : await passwordTurns.answer(found, report.data);
  reply(response, 200, Object.assign(permit, { pullTurn }));
}

async function keepStill(
  reports: WorkerReports,
  workerId: string,
  json: unknown,
  response: ServerResponse,
): Promise<void> {
  const still = stillSchema.safeParse(json);
  if (!still.success) return reply(response, 422);
  const streamId = reports.streamOf(workerId);
  if (streamId === null) return reply(response, statusByRefusal.dismissed);
  await recordStill(streamId, Buffer.from(still.data.jpeg, 'base64'), new Date(Date.now() - still.data.agoMs));
  reply(response, 204);
}

async function keepSound(
  reports: WorkerReports,
  workerId: string,
  json: unknown,
  response: ServerResponse,
): Promise<void> {
  const window = soundWindowSchema.safeParse(json);
  if (!window.success) return reply(response, 422);
  const streamId = reports.streamOf(workerId);
  if (streamId === null) return reply(response, statusByRefusal.dismissed);
  const { connectCount, startMs, samples } = window.data;
  await keepSoundWindow(streamId, `${workerId}-${connectCount}`, startMs, Buffer.from(samples, 'base64'));
  reply(response, 204);
}

function answerRoomToken(reports: WorkerReports, workerId: string, json: unknown, response: ServerResponse): void {
  const asked = roomTokenRequestSchema.safeParse(json);
  const found = reports.find(workerId);
  if (!asked.success) reply(response, 422);
  else if (typeof found === 'string') reply(response, statusByRefusal[found]);
  else answerWithToken(found.runtime, asked.data.shareLinkId, response);
}

function answerWithToken(runtime: StreamRuntime, shareLinkId: string | null, response: ServerResponse): void {
  const token =
    shareLinkId === null
      ? eventRoomTokens[sourceKinds[runtime.stream.sourceKind].worker](runtime)
      : shareRoomToken(runtime, shareLinkId);
  if (token === null) reply(response, 404);
  else reply(response, 200, { token });
}

/** Lets a worker join the event's room: as the camera, or to receive from whoever publishes there itself. */
const eventRoomTokens = {
  camera: ({ stream: { eventId, participantIdentity } }) => mintPublisherToken(eventId, participantIdentity),
  receiver: ({ stream: { eventId, id } }) => mintReceiverToken(eventId, id),
} as const satisfies Partial<Record<ParticipantKind, (runtime: StreamRuntime) => string>>;

/** @returns null where the link is not open, or not for this camera */
function shareRoomToken(runtime: StreamRuntime, linkId: string): string | null {
  if (!openShareRooms(runtime).some((room) => room.linkId === linkId)) return null;
  const { eventId, participantIdentity, name } = runtime.stream;
  if (linkId === eventId) return mintReturnToken(eventId, participantIdentity, name);
  return mintSharePublisherToken({ eventId, linkId }, participantIdentity, name);
}

async function answerReadiness(response: ServerResponse): Promise<void> {
  try {
    await requireReady();
    reply(response, 200, { status: 'ready' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reply(response, 503, { error: { message: error.message, code: error.code } });
  }
}

function isAuthorized(request: IncomingMessage, expectedToken: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${expectedToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function reply(response: ServerResponse, status: number, body?: object): void {
  if (!body) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the HTTP server for workers has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
