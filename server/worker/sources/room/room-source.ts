import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import { FaultLog } from '../../control/fault-log';
import { WorkerFault } from '../../control/worker-fault';
import { joinFailure } from '../../livekit/join-failure';
import type { Source, SourceFeed } from '../source';
import { KeyframeRequests } from './keyframe-requests';
import { PhoneMuxer } from './phone-muxer';
import { PhoneSubscription } from './phone-subscription';

const rejoin = { firstMs: 100, capMs: 1_000 };
const keyframeCheckMs = 250;

export interface RoomSourceOptions {
  livekitUrl: string;
  /** A fresh token for each join of the event's room. */
  getToken(): Promise<string>;
  /** The phone's participant identity. */
  participantIdentity: string;
  maxBitrateKbps: number;
  log: Logger;
  onExcess(kbps: number | null): void;
}

/**
 * Receives a phone in the event's room, and fills the feed with MPEG-TS like an encoder's. It joins again whenever it
 * loses LiveKit or the phone.
 */
export class RoomSource implements Source {
  readonly #options: RoomSourceOptions;
  readonly #faults: FaultLog;

  constructor(options: RoomSourceOptions) {
    this.#options = options;
    this.#faults = new FaultLog(options.log);
  }

  /** Fills the feed until `signal`. @throws WorkerFault when joining the room again is of no use */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const { log, getToken } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const reason = await this.#stay(feed, await getToken(), signal);
        failures = 0;
        log.info({ reason }, 'phone: room left');
      } catch (error) {
        if (error instanceof WorkerFault) throw error;
        const failure = joinFailure(error);
        if (failure) throw failure;
        log.warn({ err: error, failures }, 'phone: room not joined');
      }
      await sleep(backoffMs(failures++, rejoin), undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns why the stay is over @throws Error when the room could not be joined */
  async #stay(feed: SourceFeed, token: string, signal: AbortSignal): Promise<string> {
    const { livekitUrl, participantIdentity, maxBitrateKbps, log, onExcess } = this.#options;
    const keyframes = new KeyframeRequests(() => subscription.requestKeyframe());
    const muxer = new PhoneMuxer({
      feed,
      maxBitrateKbps,
      faults: this.#faults,
      onExcess,
      onKeyframe: () => keyframes.keyframeArrived(),
      onDamaged: () => keyframes.damaged(),
    });
    let timer: NodeJS.Timeout | undefined;
    const subscription = await PhoneSubscription.join({
      url: livekitUrl,
      token,
      identity: participantIdentity,
      log,
      onTrack: (kind) => {
        muxer.addTrack(kind);
        if (kind === 'video') timer ??= setInterval(() => keyframes.check(), keyframeCheckMs);
      },
      onPacket: (kind, packet) => muxer.addPacket(kind, packet),
      onReport: (kind, times) => muxer.addReport(kind, times),
    });
    const leave = () => subscription.leave();
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    try {
      return await subscription.ended;
    } finally {
      signal.removeEventListener('abort', leave);
      clearInterval(timer);
      muxer.close();
    }
  }
}
