import { type PullAddress, type PullScheme, readPullAddress } from '@/lib/contracts/pull-address';
import type { PullFault } from '@/lib/contracts/pull-faults';
import type { WorkerPermit, WorkerSource } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { HostError } from '@/lib/platform/pinned-host';
import { FaultLog } from '../../control/fault-log';
import type { EncodedVideo, Source, SourceContext, SourceFeed } from '../source';
import { DatagramCutter } from './datagram-cutter';
import { PullError } from './pull-error';
import type { PullReader } from './pull-reader';
import { readHttp } from './read-http';
import { readRtmp } from './read-rtmp';
import { readRtsp } from './read-rtsp';
import { readSrt } from './read-srt';
import { untilBack } from './until-back';

const usualRetry = { firstMs: 1_000, capMs: 30_000 };
/** UDP does not tell whether a camera is back; a call does, which waits for it for three seconds. */
const srtRetryCapMs = 4_000;
/** Cameras lock a user out who tries wrong passwords faster. */
const unauthorizedPauseMs = 60_000;

const readers: Record<PullScheme, PullReader> = {
  rtsp: readRtsp,
  rtsps: readRtsp,
  srt: readSrt,
  http: readHttp,
  https: readHttp,
  rtmp: readRtmp,
  rtmps: readRtmp,
};

type PullContext = Pick<SourceContext, 'log'> &
  Partial<Pick<SourceContext, 'reportNow'>> & { retry?: typeof usualRetry };

/** Opens a camera's address, again and again with growing pauses, and copies what it sends into the feed. */
export class PullSource implements Source {
  readonly #source: Extract<WorkerSource, { kind: 'pull' }>;
  readonly #log: SourceContext['log'];
  readonly #retry: typeof usualRetry;
  readonly #faults: FaultLog;
  /** Missing in a try, whose gateway has asked. */
  readonly #reportNow: SourceContext['reportNow'] | undefined;
  #fault: PullFault | undefined;
  #turn: 'asks' | 'has' | undefined;
  #takeTurn: () => void = () => undefined;
  #encodedVideo: EncodedVideo | undefined;

  constructor(source: Extract<WorkerSource, { kind: 'pull' }>, { log, retry = usualRetry, reportNow }: PullContext) {
    this.#source = source;
    this.#log = log;
    this.#faults = new FaultLog(log);
    this.#retry = retry;
    this.#reportNow = reportNow;
  }

  get pullFault(): PullFault | undefined {
    return this.#fault;
  }

  get pullTurn(): 'asks' | 'has' | undefined {
    return this.#turn;
  }

  onPullTurn(turn: WorkerPermit['pullTurn']): void {
    if (this.#turn !== 'asks') return;
    // The camera's card says why it waits.
    if (turn === 'refused') this.#fault = 'unauthorized';
    // A gateway of the previous version answers nothing.
    if (turn === 'yours' || turn === undefined) this.#takeTurn();
  }

  get encodedVideo(): EncodedVideo | undefined {
    return this.#encodedVideo;
  }

  /** Fills the feed until `signal`. A camera that does not come is {@link pullFault}, and no error. */
  async run(feed: SourceFeed, signal: AbortSignal): Promise<void> {
    const address = readPullAddress(this.#source.address ?? '');
    if (typeof address === 'string') {
      this.#fault = 'no_address';
      return pause(Infinity, signal);
    }
    for (let failures = 0; !signal.aborted; failures++) {
      await this.#waitForTurn(address, signal);
      if (signal.aborted) return;
      const hasBeenThere = await this.#attempt(address, feed, signal);
      if (hasBeenThere) failures = 0;
      if (await this.#rest(address, failures, signal)) failures = -1;
    }
  }

  /** Sends no password while another is being tried at this camera, or was refused less than a minute ago. */
  async #waitForTurn({ username }: PullAddress, signal: AbortSignal): Promise<void> {
    if (username === '' || !this.#reportNow) return;
    const taken = new AbortController();
    this.#takeTurn = () => taken.abort();
    this.#turn = 'asks';
    this.#reportNow();
    await pause(Infinity, AbortSignal.any([signal, taken.signal]));
    this.#turn = 'has';
  }

  /** The camera has accepted or refused the password, or has not come. */
  #endTurn(): void {
    if (this.#turn === undefined) return;
    this.#turn = undefined;
    this.#reportNow?.();
  }

  /** Waits until the next attempt. @returns whether it is due early, because a camera that was away answers again */
  async #rest(address: PullAddress, failures: number, signal: AbortSignal): Promise<boolean> {
    const pauseMs = backoffMs(failures, this.#retry);
    if (this.#fault === 'unauthorized') await pause(unauthorizedPauseMs + pauseMs, signal);
    else if (address.scheme !== 'srt') {
      const rest = AbortSignal.any([signal, AbortSignal.timeout(pauseMs)]);
      return untilBack({ address, rights: this.#source, signal: rest });
    } else await pause(this.#fault === 'refused' ? pauseMs : Math.min(pauseMs, srtRetryCapMs), signal);
    return false;
  }

  /** @returns whether the camera has been there */
  async #attempt(address: PullAddress, feed: SourceFeed, signal: AbortSignal): Promise<boolean> {
    let isThere = false;
    let encodedVideo: EncodedVideo | undefined;
    const cutter = new DatagramCutter((bytes) => feed.addDatagram(bytes));
    const onBytes = (bytes: Buffer) => {
      if (signal.aborted) return;
      if (!isThere) {
        isThere = true;
        this.#fault = undefined;
        this.#endTurn();
        this.#encodedVideo = encodedVideo;
        feed.connected();
      }
      cutter.addBytes(bytes);
    };
    try {
      await readers[address.scheme]({
        address,
        rights: this.#source,
        signal,
        faults: this.#faults,
        onBytes,
        onEncodedVideo: (codec) => {
          encodedVideo = codec;
        },
      });
      this.#fault = 'ended';
    } catch (error) {
      if (signal.aborted) return isThere;
      this.#fault = error instanceof PullError || error instanceof HostError ? error.fault : 'unreachable';
      // Neither FFmpeg's nor Node's errors have the address in them.
      this.#log.info({ fault: this.#fault, err: error }, 'pull: an attempt ended');
    }
    this.#endTurn();
    if (isThere) feed.lost();
    return isThere;
  }
}
