import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { stayConnected } from '@/lib/core/backoff';
import { FaultLog } from '../../control/fault-log';
import { rejoin, throwIfFinal } from '../../livekit/join-failure';
import type { Source, SourceContext, SourceFeed } from '../source';
import { KeyframeRequests } from './keyframe-requests';
import { PhoneMuxer } from './phone-muxer';
import { PhoneSubscription } from './phone-subscription';

/**
 * Receives a phone in the event's room, and fills the feed with MPEG-TS like an encoder's. It joins again whenever it
 * loses LiveKit or the phone.
 */
export class RoomSource implements Source {
  readonly #context: SourceContext;
  /** The phone's participant identity. */
  readonly #identity: string;
  readonly #faults: FaultLog;

  constructor({ participantIdentity }: Extract<WorkerSource, { kind: 'room' }>, context: SourceContext) {
    this.#context = context;
    this.#identity = participantIdentity;
    this.#faults = new FaultLog(context.log);
  }

  /** Fills the feed until `signal`. @throws WorkerFault when joining the room again is of no use */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const { log } = this.#context;
    await stayConnected((worked) => this.#stay(feed, signal, worked), {
      ...rejoin,
      signal,
      onFailure(error, failures) {
        throwIfFinal(error);
        log.warn({ err: error, failures }, 'phone: room not joined');
      },
    });
  }

  /** @throws Error when the room could not be joined */
  async #stay(feed: SourceFeed, signal: AbortSignal, worked: () => void): Promise<void> {
    const { livekitUrl, getRoomToken, log } = this.#context;
    const keyframes = new KeyframeRequests();
    const muxer = new PhoneMuxer({ feed, faults: this.#faults, keyframes });
    const subscription = await PhoneSubscription.join({
      url: livekitUrl,
      token: await getRoomToken(),
      identity: this.#identity,
      log,
      receiver: muxer,
    });
    const leave = () => subscription.leave();
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    keyframes.start(() => subscription.requestKeyframe());
    try {
      const reason = await subscription.ended;
      worked();
      log.info({ reason }, 'phone: room left');
    } finally {
      signal.removeEventListener('abort', leave);
      keyframes.stop();
      muxer.close();
    }
  }
}
