import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  reportPath,
  roomTokenPath,
  roomTokenSchema,
  type SoundWindow,
  type Still,
  soundPath,
  stillPath,
  type WorkerGateway,
  type WorkerPermit,
  type WorkerReport,
  type WorkerSpec,
  workerPermitSchema,
} from '@/lib/contracts/worker-protocol';

/**
 * Time for an answer. A gateway that waits for a processor answers late, and asking it again would only add to its work.
 * One that is gone refuses the connection at once, and its successor calls the worker.
 */
const timeoutMs = 10_000;
/** Reports follow each other on one connection. */
const agentOptions = { keepAlive: true, maxSockets: 2 };

/** A gateway's answer to a report: a permit, not known yet, or an order to end. */
export type ReportAnswer = WorkerPermit | 'not known' | 'dismissed';

/**
 * The worker's client for the internal HTTP address of the gateway that named itself last. It uses Node's own client,
 * because loading what `fetch` needs would take a quarter of a worker's start.
 */
export class GatewayClient {
  #agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };
  #workerId: string;
  #token: string;
  #url: string;
  #underWay = new Set<AbortController>();

  constructor({ workerId, token, gatewayUrl }: Pick<WorkerSpec, 'workerId' | 'token' | 'gatewayUrl'>) {
    this.#workerId = workerId;
    this.#token = token;
    this.#url = gatewayUrl;
  }

  /** The bearer token of both directions. */
  get token(): string {
    return this.#token;
  }

  /** Another gateway holds the stream; requests to the former one are abandoned. */
  follow({ url, token = this.#token }: WorkerGateway): void {
    this.#url = url;
    this.#token = token;
    for (const request of this.#underWay) request.abort(new Error('Another gateway has the stream'));
  }

  /** @throws Error when the gateway cannot be reached, or answers with anything else */
  async report(report: WorkerReport): Promise<ReportAnswer> {
    const { status, text } = await this.#post(reportPath(this.#workerId), report);
    if (status === 410) return 'dismissed';
    if (status === 503) return 'not known';
    if (status !== 200) throw new Error(`The gateway answered ${status}`);
    return workerPermitSchema.parse(JSON.parse(text));
  }

  /**
   * Gets a LiveKit token to join with now.
   * @param shareLinkId of the link whose room to join; null: the event's room
   * @throws Error when the gateway cannot be reached or refuses
   */
  async roomToken(shareLinkId: string | null = null): Promise<string> {
    const { status, text } = await this.#post(roomTokenPath(this.#workerId), { shareLinkId });
    if (status !== 200) throw new Error(`The gateway answered ${status}`);
    return roomTokenSchema.parse(JSON.parse(text)).token;
  }

  /** Hands over a still. @throws Error when the gateway cannot be reached or refuses */
  async still(still: Still): Promise<void> {
    const { status } = await this.#post(stillPath(this.#workerId), still);
    if (status !== 204) throw new Error(`The gateway answered ${status}`);
  }

  /** Hands over a window of sound. @throws Error when the gateway cannot be reached or refuses */
  async sound(window: SoundWindow): Promise<void> {
    const { status } = await this.#post(soundPath(this.#workerId), window);
    if (status !== 204) throw new Error(`The gateway answered ${status}`);
  }

  async #post(path: string, body: unknown): Promise<{ status: number; text: string }> {
    const request = new AbortController();
    const giveUp = () => request.abort(new Error(`No answer within ${timeoutMs} ms`));
    // Sockets are read first: the answer may have come while this process waited for a processor.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    this.#underWay.add(request);
    try {
      const url = new URL(path, this.#url);
      const isEncrypted = url.protocol === 'https:';
      const sent = (isEncrypted ? https : http).request(url, {
        method: 'POST',
        agent: this.#agents[isEncrypted ? 'https:' : 'http:'],
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        signal: request.signal,
      });
      sent.end(JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      return { status: response.statusCode ?? 0, text };
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(request);
    }
  }
}
