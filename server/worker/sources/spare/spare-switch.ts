import { isDeepStrictEqual } from 'node:util';
import type { FeedChoice, SpareTask, WorkerReport } from '@/lib/contracts/worker-protocol';
import { median } from '@/lib/core/median';
import { addTicks, ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { Feed } from '../../feed/feed';
import type { RandomAccess } from '../../feed/feed-subscriber';
import { DatagramCutter } from '../pull/datagram-cutter';
import { RelayedFeedReader, type RelayedKeyframe } from '../relayed/relayed-feed-reader';
import type { SourceFeed } from '../source';
import { placeStretch, type StretchBeginning } from './place-stretch';
import { isSameLayout, type ProgramLayout, pidsBetween, readLayout } from './program-layout';
import { SpareRule } from './spare-rule';
import { beginsMedia, beginsPicture, isVideo, packetsOf, StretchJoiner, timesOf } from './stretch-joiner';

const tickMs = 100;
/** As encoders send by SRT. */
const datagramPackets = 7;
/** Bound of the spare's packets since its keyframe. Beyond it the spare is shown from its next keyframe on. */
const maxHeldBytes = 2 * 1024 * 1024;
/** The camera waits so long for the end of the spare's frame. */
const maxFrameEndMs = 100;
const measuredKeyframes = 9;
/** Times of capture that are further off than this from the times of arrival are of a wrong clock. */
const maxOffMs = 5_000;
/** A camera whose clock goes on is shown by it, unless it is further off. */
const sameClockMs = 500;

const noChoice: FeedChoice = { program: null, audioTrack: null };
/** The monitor's queue, as it takes each message in place. */
const inPlace = { policy: 'newest', maxQueuedBytes: 0 } as const;

/** The spare's packets since its last keyframe. */
interface HeldSpare {
  keyframe: RelayedKeyframe;
  chunks: Buffer[];
  bytes: number;
}

/** The camera's packets since the keyframe with which it returns. */
interface Returning {
  tables: Buffer;
  chunks: Buffer[];
  capturedMs: number;
  sinceMs: number;
}

export interface SpareSwitchOptions {
  feed: Pick<Feed, 'connected' | 'addDatagram' | 'lost' | 'switched' | 'subscribe'>;
  faults: FaultLog;
  log: Logger;
  /** The spare has come or gone. */
  onChange(): void;
  /** Replaced in tests. */
  rule?: SpareRule;
}

/**
 * Stands between a source and the feed, and fills the feed with the spare's packets while the camera has no picture. Players
 * see one stream: each switch is at a keyframe, by the time of capture, with continuous counters and growing timestamps.
 * Without a spare the source's bytes pass as they are.
 */
export class SpareSwitch implements SourceFeed {
  readonly #options: SpareSwitchOptions;
  #task: SpareTask | null = null;
  /** When the order that is done already was given; null: there was none; undefined before the first task. */
  #askedMs: number | null | undefined;
  /** The user's choice of the camera's program and track. */
  #choice = noChoice;
  #rule: SpareRule;
  #reader: RelayedFeedReader | null = null;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => undefined;
  #shownSinceMs: number | null = null;
  /** The source has a camera. */
  #isConnected = false;
  /** The feed has one. */
  #isOpen = false;
  /** Null while the source's bytes pass without a look. */
  #joiner: StretchJoiner | null = null;
  /** The camera's packets are rewritten, since the spare was shown. */
  #isJoined = false;
  #cameraCutter = this.#newCameraCutter();
  #cameraDemuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: () => undefined });
  #hasCameraVideo = false;
  /** From the camera's clock to what is sent; null for a camera that has connected anew. */
  #cameraShift: number | null = 0;
  #returning: Returning | null = null;
  #held: HeldSpare | null = null;
  /** The spare's packets do not go on: it is shown again from a keyframe on. */
  #isSpareBroken = false;
  /** The tables that players have. */
  #sent: { tables: Buffer; layout: ProgramLayout | null } | null = null;
  #anchor: { pts: number; capturedMs: number } | null = null;
  #sentMs = 0;
  /** How long after their capture the camera's last keyframes came. */
  #latesMs: number[] = [];

  constructor(options: SpareSwitchOptions) {
    this.#options = options;
    this.#rule = options.rule ?? new SpareRule();
  }

  get isShown(): boolean {
    return this.#shownSinceMs !== null;
  }

  get report(): WorkerReport['spare'] {
    if (!this.#task) return undefined;
    const sinceMs = this.#shownSinceMs;
    const missingMs = this.#rule.spareMissingMs;
    const returns = this.#task.returns ?? 'by_itself';
    return {
      shownSeconds: sinceMs === null ? null : (performance.now() - sinceMs) / 1_000,
      missingSeconds: missingMs === null ? null : missingMs / 1_000,
      returns: this.isShown && this.#rule.doesCameraWait ? 'waits' : returns,
    };
  }

  /** Has this spare from now on. @param task null: none @param choice of the camera's own program and track */
  follow(task: SpareTask | null, choice: FeedChoice): void {
    this.#choice = choice;
    const askedMs = task?.asked?.atMs ?? null;
    // An order from before this worker's start is done, or over.
    if (this.#askedMs === undefined) this.#askedMs = askedMs;
    if (isDeepStrictEqual(task, this.#task)) return;
    const before = this.#task;
    this.#task = task;
    if (task) this.#watch();
    this.#rule.returnsByHand = task?.returns === 'by_hand';
    if (task?.asked && askedMs !== this.#askedMs) this.#rule.ask(task.asked.shows, this.isShown);
    this.#askedMs = askedMs;
    const feed = task?.feed ?? null;
    if (!feed || feed.streamId !== before?.feed?.streamId) this.#interruptSpare();
    if (!feed) {
      this.#reader?.close();
      this.#reader = null;
    } else if (this.#reader) this.#reader.follow(feed);
    else {
      this.#reader = new RelayedFeedReader(feed, {
        message: (message, keyframe) => this.#takeSpare(message, keyframe),
        interrupt: () => this.#interruptSpare(),
        onFailure: (error) => this.#options.faults.add('spare', error),
      });
    }
    this.#tick();
  }

  close(): void {
    this.#reader?.close();
    this.#unwatch();
  }

  connected(): void {
    this.#isConnected = true;
    this.#rule.cameraInterrupted();
    this.#restartCamera();
    if (this.isShown) return;
    this.#isJoined = false;
    this.#cameraShift = 0;
    this.#anchor = null;
    this.#joiner?.forgetTimes();
    if (!this.#task) this.#unwatch();
    this.#isOpen = true;
    this.#options.feed.connected();
  }

  addDatagram(bytes: Buffer): void {
    if (!this.#joiner) {
      this.#options.feed.addDatagram(bytes);
      return;
    }
    const isAsItCame = !this.isShown && !this.#isJoined;
    if (isAsItCame && this.#rule.isCameraToLeave && this.#leaveAt(bytes)) return;
    this.#cameraCutter.addBytes(bytes);
    if (isAsItCame) {
      this.#sentMs = performance.now();
      this.#options.feed.addDatagram(bytes);
    }
  }

  lost(): void {
    this.#isConnected = false;
    this.#rule.cameraInterrupted();
    this.#returning = null;
    // The spare goes on where the camera stopped.
    if (this.isShown || (this.#task && this.#rule.isSpareThere)) return;
    this.#end();
  }

  /** Ends the camera's last frame, and shows the spare that somebody has taken. @returns false where no frame ends here */
  #leaveAt(bytes: Buffer): boolean {
    if (!this.#held || bytes.length % packetBytes !== 0 || bytes[0] !== syncByte) return false;
    const packets = packetsOf(bytes);
    const end = packets.findIndex(isVideo);
    if (end === -1) return false;
    const last = Buffer.concat(packets.slice(0, end));
    if (last.length > 0) {
      this.#joiner?.follow(last);
      this.#sentMs = performance.now();
      this.#options.feed.addDatagram(last);
    }
    this.#show();
    this.#cameraCutter.addBytes(Buffer.concat(packets.slice(end)));
    return true;
  }

  /** Begins to look at what passes. */
  #watch(): void {
    if (this.#joiner) return;
    this.#joiner = new StretchJoiner();
    this.#rule = this.#options.rule ?? new SpareRule();
    // The camera may be there already, and its next frame says so.
    if (this.#isConnected) this.#rule.cameraCame();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#unsubscribe = this.#options.feed.subscribe(
      'spare',
      {
        connected: () => undefined,
        lost: () => undefined,
        missed: () => undefined,
        message: ({ randomAccess }) => {
          if (randomAccess) this.#noteSent(randomAccess);
        },
      },
      inPlace,
    );
  }

  #unwatch(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#joiner = null;
    this.#sent = null;
    this.#held = null;
  }

  #noteSent({ tables, pts, captured }: RandomAccess): void {
    if (!this.isShown && !this.#isJoined && !this.#sent?.tables.equals(tables)) {
      this.#sent = { tables, layout: readLayout(tables, this.#choice) };
    }
    if (pts === null) return;
    this.#anchor = { pts, capturedMs: captured.ms };
    if (!this.isShown) this.#latesMs = [...this.#latesMs, Date.now() - captured.ms].slice(-measuredKeyframes);
  }

  #tick(): void {
    if (!this.#joiner) return;
    const { sinceMs } = this.#returning ?? {};
    if (sinceMs !== undefined && performance.now() - sinceMs > maxFrameEndMs) this.#return();
    if (!this.isShown) {
      this.#showIfDue();
      if (!this.isShown && this.#isOpen && !this.#isConnected && !this.#rule.isSpareThere) this.#end();
      if (!this.#task && !this.#isJoined) this.#unwatch();
    } else if (!this.#task && !this.#isConnected) this.#end();
  }

  /** Nobody is there any more. */
  #end(): void {
    if (this.isShown) this.#setShown(false);
    this.#isJoined = false;
    if (this.#isOpen) this.#options.feed.lost();
    this.#isOpen = false;
    if (!this.#task) this.#unwatch();
  }

  #newCameraCutter(): DatagramCutter {
    return new DatagramCutter((packets) => this.#takeCamera(packets));
  }

  #restartCamera(): void {
    this.#returning = null;
    this.#cameraShift = null;
    this.#hasCameraVideo = false;
    this.#cameraCutter = this.#newCameraCutter();
    this.#restartSearch();
  }

  #restartSearch(): void {
    this.#cameraDemuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: () => undefined });
    this.#cameraDemuxer.chooseProgram(this.#choice.program);
  }

  #takeCamera(packets: Buffer): void {
    const hasPicture = beginsPicture(packets);
    this.#hasCameraVideo ||= hasPicture;
    if (hasPicture || (!this.#hasCameraVideo && beginsMedia(packets))) this.#rule.cameraCame();
    if (this.isShown) this.#search(packets);
    else if (this.#isJoined) this.#passCamera(packets);
    else this.#joiner?.follow(packets);
  }

  /** Sends the camera's packets, as far as nobody takes the spare. */
  #passCamera(packets: Buffer): void {
    const cut = packetsOf(packets);
    const end = this.#rule.isCameraToLeave && this.#held ? cut.findIndex(isVideo) : -1;
    this.#send(end === -1 ? cut : cut.slice(0, end));
    if (end === -1) return;
    this.#show();
    this.#search(Buffer.concat(cut.slice(end)));
  }

  /** Looks for the keyframe with which the camera returns. */
  #search(packets: Buffer): void {
    const entry = this.#cameraDemuxer.addBytes(packets);
    if (this.#returning) this.#returning.chunks.push(packets);
    else if (entry !== null && this.#rule.mayCameraReturn) {
      this.#returning = {
        tables: this.#cameraDemuxer.tables,
        chunks: [packets.subarray(entry)],
        capturedMs: Date.now() - (median(this.#latesMs) ?? 0),
        sinceMs: performance.now(),
      };
      if (!this.#rule.isSpareThere) this.#return();
    }
  }

  /** Shows the camera again. */
  #return(): void {
    const returning = this.#returning;
    this.#returning = null;
    const times = returning && firstTimes(returning.chunks);
    if (!returning || !times) return;
    const wanted = this.#wantedAt(returning.capturedMs);
    const own = this.#cameraShift === null ? null : addTicks(times.pts, this.#cameraShift);
    const isSame = own !== null && wanted !== null && Math.abs(ticksBetween(own, wanted)) < sameClockMs * ticksPerMs;
    const beginning = { ...times, newestDts: times.dts, frames: 1 };
    this.#setShown(false);
    this.#rule.cameraReturned();
    this.#isJoined = true;
    const move = this.#begin(returning.tables, this.#choice, beginning, isSame ? own : wanted);
    this.#cameraShift = ticksBetween(times.pts, move(times.pts));
    for (const chunk of returning.chunks) this.#send(packetsOf(chunk));
  }

  #takeSpare(message: Buffer, keyframe: RelayedKeyframe | null): void {
    // Only whole packets can be joined.
    if (message.length % packetBytes !== 0 || message[0] !== syncByte) return;
    if (beginsPicture(message)) this.#rule.spareCame();
    if (keyframe) this.#held = { keyframe, chunks: [message.subarray(keyframe.offset)], bytes: message.length };
    else if (this.#held) {
      this.#held.chunks.push(message);
      this.#held.bytes += message.length;
      if (this.#held.bytes > maxHeldBytes) this.#held = null;
    }
    if (!this.isShown) this.#showIfDue();
    else if (!this.#isSpareBroken) this.#passSpare(message);
    else if (keyframe) this.#beginSpare();
  }

  #passSpare(message: Buffer): void {
    if (!this.#returning) {
      this.#send(packetsOf(message));
      return;
    }
    const rest: Buffer[] = [];
    for (const packet of packetsOf(message)) {
      if (isVideo(packet)) {
        this.#send(rest);
        this.#return();
        return;
      }
      rest.push(packet);
    }
    this.#send(rest);
  }

  #interruptSpare(): void {
    this.#held = null;
    this.#isSpareBroken = true;
    this.#rule.spareInterrupted();
  }

  #showIfDue(): void {
    if (this.#task && this.#held && this.#rule.maySpareShow(this.#task.afterMs)) this.#show();
  }

  #show(): void {
    if (!this.#isOpen) {
      this.#joiner?.forgetTimes();
      this.#anchor = null;
      this.#options.feed.connected();
      this.#isOpen = true;
    }
    this.#restartSearch();
    this.#setShown(true);
    this.#beginSpare();
  }

  /** Sends the spare from its last keyframe on. */
  #beginSpare(): void {
    const held = this.#held;
    const times = held && firstTimes(held.chunks);
    const feed = this.#task?.feed;
    if (!held || !times || !feed) return;
    this.#isSpareBroken = false;
    let { dts: newestDts } = times;
    let frames = 0;
    for (const chunk of held.chunks) {
      for (const packet of packetsOf(chunk)) {
        const read = isVideo(packet) ? timesOf(packet) : null;
        if (!read) continue;
        frames++;
        if (ticksBetween(newestDts, read.dts) > 0) newestDts = read.dts;
      }
    }
    const wanted = this.#wantedAt(held.keyframe.reading.capturedMs);
    this.#begin(held.keyframe.tables, feed, { ...times, newestDts, frames }, wanted);
    for (const chunk of held.chunks) this.#send(packetsOf(chunk));
  }

  /** @returns where timestamps go */
  #begin(tables: Buffer, choice: FeedChoice, beginning: StretchBeginning, wantedPts: number | null) {
    const joiner = this.#joiner;
    const placed = placeStretch(beginning, wantedPts, joiner?.sentUntil ?? null);
    const layout = readLayout(tables, choice);
    const { layout: present = null } = this.#sent ?? {};
    const pids = layout && present && !isSameLayout(layout, present) ? pidsBetween(layout, present) : null;
    if (!pids || !this.#sent) this.#sent = { tables, layout };
    const kept = pids ? this.#sent.tables : null;
    const videoPid = (pids ? present : layout)?.video?.pid ?? null;
    this.#options.feed.switched();
    const first = joiner?.begin({ ...placed, pids, tables: kept, videoPid }, this.#sent.tables) ?? [];
    this.#sendDatagrams(first);
    return placed.move;
  }

  /** Where what was captured at a moment belongs among what was sent. @returns null where nothing was */
  #wantedAt(capturedMs: number): number | null {
    const sentUntil = this.#joiner?.sentUntil ?? null;
    if (sentUntil === null) return null;
    const agoMs = Date.now() - capturedMs;
    const byArrival = addTicks(sentUntil, Math.round((performance.now() - this.#sentMs - agoMs) * ticksPerMs));
    if (!this.#anchor) return byArrival;
    const sinceAnchorMs = capturedMs - this.#anchor.capturedMs;
    const byCapture = addTicks(this.#anchor.pts, Math.round(sinceAnchorMs * ticksPerMs));
    return Math.abs(ticksBetween(byArrival, byCapture)) < maxOffMs * ticksPerMs ? byCapture : byArrival;
  }

  #send(packets: Buffer[]): void {
    this.#sendDatagrams(packets.flatMap((packet) => this.#joiner?.join(packet) ?? []));
  }

  #sendDatagrams(packets: Buffer[]): void {
    if (packets.length > 0) this.#sentMs = performance.now();
    for (let from = 0; from < packets.length; from += datagramPackets) {
      this.#options.feed.addDatagram(Buffer.concat(packets.slice(from, from + datagramPackets)));
    }
  }

  #setShown(isShown: boolean): void {
    this.#shownSinceMs = isShown ? performance.now() : null;
    this.#options.log.info({ isShown }, 'spare: takes the place of the camera, or leaves it');
    this.#options.onChange();
  }
}

/** The timestamps of the keyframe that begins these packets. */
function firstTimes(chunks: Buffer[]): { pts: number; dts: number } | null {
  const [first] = packetsOf(chunks[0] ?? Buffer.alloc(0));
  return first ? timesOf(first) : null;
}
