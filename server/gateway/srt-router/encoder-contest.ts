import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { findOtherIngestGateways } from '../store/srt-connections';

/** How long another gateway has to end a connection whose encoder is silent, and to say so. */
const answerMs = 300;
/** An encoder of a stream that this gateway holds waits no longer for Postgres. */
const queryMs = 500;

export interface EncoderContestOptions {
  gatewayId: string;
  bus: Bus;
  isGatewayAlive(gatewayId: string): boolean;
  /** Ends the connection of a stream's encoder here unless that has just been heard. @returns whether none is left */
  dropSilentEncoder(streamId: string): Promise<boolean>;
  /** No encoder of the stream is connected through this gateway. */
  onNoEncoder(streamId: string): void;
}

/** Settles with the other gateways which encoder of a stream stays: the one that is connected, while it is heard. */
export class EncoderContest {
  readonly #options: EncoderContestOptions;

  constructor(options: EncoderContestOptions) {
    this.#options = options;
  }

  /**
   * Whether an encoder that is alive is connected to this stream through another gateway. Where Postgres does not say,
   * there is none: the worker takes one camera anyway.
   */
  async isContested(streamId: string): Promise<boolean> {
    const { bus, gatewayId } = this.#options;
    if (!(await this.#hasRival(streamId))) return false;
    await bus.publish({ type: 'srt_contest', streamId, gatewayId });
    await sleep(answerMs);
    return this.#hasRival(streamId);
  }

  /** Another gateway has an encoder for this stream. Never rejects. */
  async receive(contest: { streamId: string; gatewayId: string }): Promise<void> {
    const { streamId } = contest;
    if (contest.gatewayId === this.#options.gatewayId) return;
    try {
      if (await this.#options.dropSilentEncoder(streamId)) this.#options.onNoEncoder(streamId);
    } catch (error) {
      log.warn({ err: error, streamId }, 'router: an encoder elsewhere gets no answer');
    }
  }

  async #hasRival(streamId: string): Promise<boolean> {
    const { gatewayId, isGatewayAlive } = this.#options;
    const late = sleep(queryMs).then(() => Promise.reject(new Error(`no answer within ${queryMs} ms`)));
    try {
      const gateways = await Promise.race([findOtherIngestGateways(streamId, gatewayId), late]);
      return gateways.some(isGatewayAlive);
    } catch (error) {
      log.warn({ err: error, streamId }, 'router: other gateways may have an encoder of this stream');
      return false;
    } finally {
      late.catch(() => undefined);
    }
  }
}
