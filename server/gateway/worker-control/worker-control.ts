import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import {
  type ProgramTask,
  type ReplayTask,
  type WorkerAddress,
  workerGatewayPath,
  workerHealthPath,
  workerProgramPath,
  workerReplayPath,
} from '@/lib/contracts/worker-protocol';
import { parseJson } from '@/lib/core/parse-json';
import { secretDeriver } from '@/lib/core/secret-deriver';
import { urlHost } from '@/lib/core/url-host';
import { livekitEnv } from '@/lib/platform/env/livekit-env';

const answerTimeoutMs = 2_000;
const workerHealthSchema = z.object({ workerId: z.string() });

/** Requests of a gateway to a worker, at the worker's address. */
export interface WorkerControl {
  /** Makes a worker report to this gateway from now on, by its current token. @returns whether it confirmed */
  follow(workerId: string, address: WorkerAddress): Promise<boolean>;
  /** @returns whether a worker answers; one that does not may still run, hanging or unreachable */
  answers(workerId: string, address: WorkerAddress): Promise<boolean>;
}

/** The request of a gateway to the worker of a program. */
export interface ProgramControl {
  /** Tells it what to show. One that does not answer is told again soon. */
  showProgram(workerId: string, address: WorkerAddress, task: ProgramTask): Promise<void>;
}

/** The request of a gateway to the worker of a replay. */
export interface ReplayControl {
  /** Tells it what to show. One that does not answer is told again soon. */
  showReplay(workerId: string, address: WorkerAddress, task: ReplayTask): Promise<void>;
}

/** Over HTTP. @param gatewayUrl where workers reach this gateway */
export const httpWorkerControl = (
  gatewayUrl: string,
  workerTokens: WorkerTokens,
): WorkerControl & ProgramControl & ReplayControl => ({
  async follow(workerId, address) {
    const [token, ...former] = workerTokens(workerId);
    const body = JSON.stringify({ url: gatewayUrl, token });
    for (const known of [token, ...former]) {
      const headers = { authorization: `Bearer ${known}`, 'content-type': 'application/json' };
      const answer = await ask(address, workerGatewayPath, { method: 'PUT', headers }, body);
      if (answer?.status !== 401) return answer?.status === 204;
    }
    return false;
  },

  async answers(workerId, address) {
    const answer = await ask(address, workerHealthPath);
    const health = workerHealthSchema.safeParse(parseJson(answer?.body ?? ''));
    return health.success && health.data.workerId === workerId;
  },

  async showProgram(workerId, address, task) {
    await putTask(workerTokens(workerId)[0], address, workerProgramPath, task);
  },

  async showReplay(workerId, address, task) {
    await putTask(workerTokens(workerId)[0], address, workerReplayPath, task);
  },
});

async function putTask(token: string, address: WorkerAddress, path: string, task: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await ask(address, path, { method: 'PUT', headers }, JSON.stringify(task));
}

/** By Node's own client: what `fetch` needs would cost the gateway 5 MB. @returns null without an answer in time */
async function ask({ host, controlPort }: WorkerAddress, path: string, options: RequestOptions = {}, body?: string) {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  try {
    const sent = request(`http://${urlHost(host)}:${controlPort}${path}`, Object.assign({ signal }, options));
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  } catch {
    return null;
  }
}

/**
 * A worker's bearer tokens, in both directions. The first one is its token from now on. The other, if any, is the one that
 * it may still have from before LiveKit's key was rotated.
 */
export type WorkerTokens = (workerId: string) => [current: string, ...former: string[]];

/**
 * Derives tokens from a secret that all gateways share, so that each can make one for a worker that another one started.
 * @param identity the installation's: a restored copy, which has the same secret, must not command the original's workers
 */
export function makeWorkerTokens(identity: string): WorkerTokens {
  const purpose = ['sightline worker token', identity].filter(Boolean).join(' ');
  const { LIVEKIT_API_SECRET, LIVEKIT_API_SECRET_FORMER } = livekitEnv();
  const current = secretDeriver(LIVEKIT_API_SECRET, purpose);
  const former = LIVEKIT_API_SECRET_FORMER ? secretDeriver(LIVEKIT_API_SECRET_FORMER, purpose) : null;
  return (workerId) => (former ? [current(workerId), former(workerId)] : [current(workerId)]);
}
