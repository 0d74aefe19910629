import { z } from 'zod';
import { type WorkerAddress, workerGatewayPath, workerHealthPath } from '@/lib/contracts/worker-protocol';
import { urlHost } from '@/lib/core/url-host';
import { workerToken } from './worker-token';

const answerTimeoutMs = 2_000;
const workerHealthSchema = z.object({ workerId: z.string() });

/** Requests of a gateway to a worker, at the worker's address. */
export interface WorkerControl {
  /** Makes a worker report to this gateway from now on. @returns whether it confirmed */
  follow(workerId: string, address: WorkerAddress): Promise<boolean>;
  /** @returns whether a worker answers; one that does not may still run, hanging or unreachable */
  answers(workerId: string, address: WorkerAddress): Promise<boolean>;
}

/** Over HTTP. @param gatewayUrl where workers reach this gateway */
export const httpWorkerControl = (gatewayUrl: string): WorkerControl => ({
  async follow(workerId, address) {
    const response = await ask(address, workerGatewayPath, {
      method: 'PUT',
      headers: { authorization: `Bearer ${workerToken(workerId)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: gatewayUrl }),
    });
    return response?.status === 204;
  },

  async answers(workerId, address) {
    const response = await ask(address, workerHealthPath, {});
    const health = workerHealthSchema.safeParse(await response?.json().catch(() => null));
    return health.success && health.data.workerId === workerId;
  },
});

/** @returns null without an answer in time */
function ask({ host, controlPort }: WorkerAddress, path: string, request: RequestInit): Promise<Response | null> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  return fetch(`http://${urlHost(host)}:${controlPort}${path}`, Object.assign({ signal }, request)).catch(() => null);
}
