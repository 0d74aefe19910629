import { z } from 'zod';
import { type WorkerAddress, workerGatewayPath, workerHealthPath } from '@/lib/contracts/worker-protocol';
import { workerToken } from './worker-token';

const answerTimeoutMs = 500;
const workerHealthSchema = z.object({ workerId: z.string() });

/** What a gateway asks of a worker, at the worker's own address. */
export interface WorkerControl {
  /** Tells a worker to report to this gateway from now on. @returns whether it has heard */
  follow(workerId: string, address: WorkerAddress): Promise<boolean>;
  /** @returns whether a worker answers; false says nothing of one that hangs or cannot be reached */
  answers(workerId: string, address: WorkerAddress): Promise<boolean>;
}

/** By HTTP. @param gatewayUrl where workers reach this gateway */
export const httpWorkerControl = (gatewayUrl: string): WorkerControl => ({
  async follow(workerId, address) {
    const put = () =>
      ask(address, workerGatewayPath, {
        method: 'PUT',
        headers: { authorization: `Bearer ${workerToken(workerId)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: gatewayUrl }),
      });
    const isHeard = (response: Response | null) => response?.status === 204;
    return isHeard(await put()) || isHeard(await put());
  },

  async answers(workerId, address) {
    const response = await ask(address, workerHealthPath, {});
    const health = workerHealthSchema.safeParse(await response?.json().catch(() => null));
    return health.success && health.data.workerId === workerId;
  },
});

/** @returns null where there is no answer in time */
function ask({ host, controlPort }: WorkerAddress, path: string, request: RequestInit): Promise<Response | null> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  return fetch(`http://${host}:${controlPort}${path}`, Object.assign({ signal }, request)).catch(() => null);
}
