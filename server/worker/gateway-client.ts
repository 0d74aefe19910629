import {
  reportPath,
  roomTokenPath,
  roomTokenSchema,
  type WorkerJob,
  type WorkerReport,
} from '@/lib/contracts/worker-protocol';

const timeoutMs = 2_000;

/** The worker's side of the gateway's internal HTTP address. */
export class GatewayClient {
  #job: WorkerJob;

  constructor(job: WorkerJob) {
    this.#job = job;
  }

  /**
   * @returns false once the gateway no longer wants this worker
   * @throws Error when the gateway cannot be reached
   */
  async report(report: WorkerReport): Promise<boolean> {
    const response = await this.#post(reportPath(this.#job.streamId), report);
    if (!response.ok && response.status !== 410) throw new Error(`The gateway answered ${response.status}`);
    return response.ok;
  }

  /** A LiveKit token to join with, now. @throws Error when the gateway cannot be reached or refuses */
  async roomToken(): Promise<string> {
    const response = await this.#post(roomTokenPath(this.#job.streamId), {});
    if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
    return roomTokenSchema.parse(await response.json()).token;
  }

  #post(path: string, body: unknown): Promise<Response> {
    return fetch(new URL(path, this.#job.gatewayUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#job.gatewayToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}
