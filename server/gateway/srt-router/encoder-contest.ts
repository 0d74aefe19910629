import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { findOtherIngestGateways } from '../store/srt-connections';

/** Time for another gateway to find out that its encoder sends no media, and to delete that one's record. */
const answerMs = 1_000;
const answerPollMs = 100;
/** Limits how long an encoder waits for Postgres. */
const queryMs = 500;

export interface EncoderContestOptions {
  gatewayId: string;
  bus: Bus;
  isGatewayAlive(gatewayId: string): boolean;
  /** Ends this gateway's connection of a stream's encoder once that sends no media. @returns whether none is left */
  dropSilentEncoder(streamId: string): Promise<boolean>;
  /** No encoder of the stream is connected through this gateway. */
  onNoEncoder(streamId: string): void;
}

/** Decides between encoders of a stream at several gateways: a connected one keeps its place while it sends media. */
export class EncoderContest {
  readonly #options: EncoderContestOptions;

  constructor(options: EncoderContestOptions) {
    this.#options = options;
  }

  /**
   * Whether an encoder sends media to this stream through another gateway. False where Postgres does not answer:
   * the worker accepts one encoder anyway.
   */
  async isContested(streamId: string): Promise<boolean> {
    const { bus, gatewayId } = this.#options;
    if (!(await this.#hasRival(streamId))) return false;
    await bus.publish({ type: 'srt_contest', streamId, gatewayId });
    for (const askedAtMs = performance.now(); performance.now() - askedAtMs < answerMs; ) {
      await sleep(answerPollMs);
      if (!(await this.#hasRival(streamId))) return false;
    }
    return true;
  }

  /** Answers another gateway that has a new encoder for a stream. Never rejects. */
  async receive(contest: { streamId: string; gatewayId: string }): Promise<void> {
    const { streamId } = contest;
    if (contest.gatewayId === this.#options.gatewayId) return;
    try {
      if (await this.#options.dropSilentEncoder(streamId)) this.#options.onNoEncoder(streamId);
    } catch (error) {
      log.warn({ err: error, streamId }, 'router: cannot answer a contest for a stream');
    }
  }

  async #hasRival(streamId: string): Promise<boolean> {
    const { gatewayId, isGatewayAlive } = this.#options;
    const timeout = sleep(queryMs).then(() => Promise.reject(new Error(`no answer within ${queryMs} ms`)));
    try {
      const gateways = await Promise.race([findOtherIngestGateways(streamId, gatewayId), timeout]);
      return gateways.some(isGatewayAlive);
    } catch (error) {
      log.warn({ err: error, streamId }, 'router: cannot read the encoders of other gateways');
      return false;
    } finally {
      timeout.catch(() => undefined);
    }
  }
}
