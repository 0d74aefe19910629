import path from 'node:path';
import type { Frame } from 'node-av/lib';
import { z } from 'zod';
import type { RecordedFormat } from '@/lib/contracts/recording-index';
import {
  newRecorderState,
  type RecorderState,
  type RecordingTask,
  recorderStateSchema,
  uploadStateSchema,
} from '@/lib/contracts/recordings';
import type { WorkerPermit } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import { parseJson } from '@/lib/core/parse-json';
import { pause } from '@/lib/core/pause';
import { decodeKeyframe } from '@/lib/media/codecs/video-decoder';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import type { Delay, SendingDelay } from '@/lib/media/sending-delay';
import { workerRecordingsDir, workerRecordingsMaxBytes } from '@/lib/platform/env/worker-env';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { Feed } from '../../feed/feed';
import { messageFrame, noteFrame, tablesFrame } from '../../feed/feed-frames';
import type { FeedMessage, FeedSubscriber, RandomAccess } from '../../feed/feed-subscriber';
import type { Tracks, TsProgram } from '../../program/ts-program';
import type { Output, OutputState } from '../output';
import { OutputProcess } from '../process/output-process';
import { encodeStill } from '../still/encode-still';
import type { DelayNote, GapCause, KeyframeNote } from './recording-writer';

/** Holds four seconds of the highest bitrate that cameras may send, while the process is stopped or new. */
const queue = { policy: 'lossless', maxQueuedBytes: 32 * 1024 * 1024 } as const;
/** Bound of what is kept for a new process: the camera's packets since a keyframe. */
const maxKeptBytes = 32 * 1024 * 1024;
/** Interval between two thumbnails. */
const thumbnailIntervalMs = 10_000;
const thumbnailWidth = 240;
/** Frames go to the process together: each write wakes it. */
const batchMs = 50;
const restart = { firstMs: 100, capMs: 5_000 };

export interface RecorderOptions {
  workerId: string;
  feed: Pick<Feed, 'subscribe'>;
  program: Pick<TsProgram, 'subscribe'>;
  sending: Pick<SendingDelay, 'delay' | 'isMeasured'>;
  faults: FaultLog;
  log: Logger;
}

/** The process's task. */
export interface RecorderTask {
  workerId: string;
  folder: string;
  /** Names its files. */
  name: string;
  /** Limit of all recordings beside it; null where the disk alone decides. */
  maxBytes: number | null;
}

/** Notes to the process beside the camera's packets. */
export type RecorderNote =
  | { kind: 'keyframe'; keyframe: KeyframeNote }
  | { kind: 'format'; format: RecordedFormat }
  | { kind: 'delay'; delay: DelayNote }
  | { kind: 'thumbnail'; atUs: number; jpeg: string }
  | { kind: 'gap'; cause: GapCause; lastPts: number | null }
  | { kind: 'end'; lastPts: number | null };

/** A line of the process: its state, or why it could not write. */
const reportSchema = z.union([
  z.object({ failure: z.string() }),
  recorderStateSchema.omit({ recordingId: true }).extend({ upload: uploadStateSchema.nullable().catch(null) }),
]);

const note = (told: RecorderNote): Buffer => noteFrame(told);

/**
 * Records a camera as it comes, without decoding it, while it is asked to. A process of its own writes, so that a disk that
 * hangs holds up nobody else. A process that dies is started again, and gets what came since the last keyframe.
 */
export class Recorder implements Output, FeedSubscriber {
  readonly #options: RecorderOptions;
  readonly #process = new OutputProcess('recorder.mjs', (line) => this.#onReport(line));
  readonly #unsubscribe: () => void;
  #state: OutputState = 'starting';
  #task: RecordingTask | null = null;
  /** The task that the process was started for; it may still be finishing an earlier recording. */
  #runningTask: RecordingTask | null = null;
  /** Ends the wait before the next start. */
  #changed = new AbortController();
  #isStopping = false;
  #recorderState: RecorderState | null = null;
  /** By processes of this recording that have ended. */
  #earlierBytes = 0;
  #startCount = 0;
  /** Frames since the last keyframe that the process was given, or since it ended. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Frames that are not written yet. */
  #batch: Buffer[] = [];
  #batchTimer: NodeJS.Timeout | undefined;
  /** Settles when the process can take more; undefined while it can. */
  #drained: Promise<void> | undefined;
  #tables: Buffer = Buffer.alloc(0);
  #format: RecordedFormat | null = null;
  #video: Tracks['video'] = null;
  /** The keyframe that the next thumbnail is made of; null until one is due. */
  #thumbnailOf: { pts: number | null; atUs: number } | null = null;
  #thumbnailUs = 0;
  /** The delay that the process was told of last; null before that of this connection, and of a new process. */
  #delay: Delay | null = null;
  #isBreak = true;
  /** Timestamp of the last frame that came. */
  #lastPts: number | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#unsubscribe = options.feed.subscribe('recorder', this, queue);
    options.program.subscribe('recorder', {
      tracksChanged: (tracks) => this.#onTracks(tracks),
      addVideoUnit: ({ facts, pts, isKeyframe, data }) => {
        this.#lastPts = pts;
        this.#onFacts(facts);
        if (isKeyframe && pts === this.#thumbnailOf?.pts) void this.#makeThumbnail(data);
      },
    });
  }

  get state(): OutputState {
    return this.#state;
  }

  /** The recorder's report; null while nothing is to be recorded. */
  get recorderState(): RecorderState | null {
    return this.#task && this.#recorderState;
  }

  /** Records from now on, or no longer. A recording that goes on is not touched, nor is one that the permit leaves out. */
  follow({ recording: task }: Pick<WorkerPermit, 'recording'>): void {
    if (task === undefined || task?.recordingId === this.#task?.recordingId) return;
    this.#task = task;
    this.#thumbnailUs = 0;
    this.#forget();
    this.#earlierBytes = 0;
    this.#recorderState = task && { recordingId: task.recordingId, ...newRecorderState };
    this.#end();
    this.#changed.abort();
  }

  async start(): Promise<void> {
    this.#state = 'running';
    for (let failures = 0; !this.#isStopping; ) {
      const task = this.#task;
      const { signal } = this.#changed;
      if (task) {
        const hasFailed = await this.#run(task);
        failures = hasFailed ? failures + 1 : 0;
        const isOver = this.#isStopping || this.#task !== task;
        if (!isOver) await pause(backoffMs(failures, restart), signal);
      } else await pause(Number.POSITIVE_INFINITY, signal);
      if (signal.aborted) this.#changed = new AbortController();
    }
  }

  /** The process writes what it has been given, and ends by itself. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#isStopping = true;
    this.#changed.abort();
    this.#end();
    await this.#process.end();
    this.#state = 'stopped';
  }

  connected(): void {
    this.#delay = null;
    this.#isBreak = true;
  }

  message({ bytes, randomAccess }: FeedMessage): void | Promise<void> {
    if (!this.#task) return;
    if (randomAccess) this.#beginGroup(randomAccess);
    this.#tellDelay();
    return this.#give(messageFrame(bytes, randomAccess?.offset ?? null));
  }

  missed(): void {
    this.#give(note({ kind: 'gap', cause: 'disk', lastPts: null }));
  }

  lost(): void {
    this.#isBreak = true;
    this.#tellDelay();
    this.#give(note({ kind: 'gap', cause: 'camera', lastPts: this.#lastPts }));
  }

  /** Runs the process until the recording or the process ends. @returns whether the process has failed */
  async #run(task: RecordingTask): Promise<boolean> {
    const { workerId, log } = this.#options;
    this.#startCount++;
    this.#runningTask = task;
    const ended = this.#process.run({
      workerId,
      folder: path.resolve(workerRecordingsDir() ?? '', task.folder),
      name: `${workerId}-${this.#startCount}`,
      maxBytes: workerRecordingsMaxBytes(),
    } satisfies RecorderTask);
    this.#process.write(tablesFrame(this.#tables));
    if (this.#format) this.#process.write(note({ kind: 'format', format: this.#format }));
    for (const frame of this.#kept) this.#process.write(frame);
    this.#delay = null;
    log.info({ recordingId: task.recordingId }, 'recorder: started');
    const status = await ended;
    this.#batch = [];
    if (this.#task === task) this.#earlierBytes = this.#recorderState?.sizeBytes ?? 0;
    if (status !== 0) log.warn({ status }, 'recorder: its process has ended');
    return status !== 0;
  }

  /** A player can begin in these bytes. */
  #beginGroup({ tables: packets, pts, captured: { ms, clock, arrivedMs } }: RandomAccess): void {
    if (this.#process.isRunning) this.#forget();
    const tables = withoutCounters(packets);
    if (!tables.equals(this.#tables)) {
      this.#isBreak = true;
      this.#tables = tables;
    }
    const keyframe: KeyframeNote = {
      pts,
      wallUs: Math.round(ms * 1_000),
      clock,
      arrivedUs: Math.round(arrivedMs * 1_000),
      isBreak: this.#isBreak,
    };
    this.#isBreak = false;
    if (keyframe.wallUs - this.#thumbnailUs >= thumbnailIntervalMs * 1_000) {
      this.#thumbnailUs = keyframe.wallUs;
      this.#thumbnailOf = { pts, atUs: keyframe.wallUs };
    }
    this.#give(tablesFrame(tables));
    this.#give(note({ kind: 'keyframe', keyframe }));
  }

  /** A keyframe's message must follow its note, so the delay is told after it. */
  #tellDelay(): void {
    const { delay, isMeasured } = this.#options.sending;
    if (!delay || delay === this.#delay || !this.#process.isRunning) return;
    this.#delay = delay;
    const us = Math.round(delay.ms * 1_000);
    const uncertaintyUs = Math.round(delay.uncertaintyMs * 1_000);
    this.#give(note({ kind: 'delay', delay: { wallUs: Date.now() * 1_000, us, uncertaintyUs, isMeasured } }));
  }

  #end(): void {
    this.#writeBatch();
    this.#process.write(note({ kind: 'end', lastPts: this.#lastPts }));
  }

  #onTracks({ video, audio }: Tracks): void {
    this.#video = video;
    this.#setFormat({
      videoCodec: video?.codec ?? null,
      audioCodec: audio?.codec ?? null,
      width: null,
      height: null,
    });
  }

  /** Decodes a keyframe off this thread. A camera whose keyframes cannot be decoded is recorded without thumbnails. */
  async #makeThumbnail(data: Buffer): Promise<void> {
    const [of, video, task] = [this.#thumbnailOf, this.#video, this.#task];
    this.#thumbnailOf = null;
    if (!of || !video || !task) return;
    try {
      const { codec, maxPixels } = video;
      const use = (frame: Frame) => encodeStill(frame, thumbnailWidth);
      const jpeg = await decodeKeyframe(codec, data, { maxPixels, isRough: true, use });
      // In order with the keyframe, which may still be on its way to the process.
      if (jpeg && this.#task === task)
        this.#give(note({ kind: 'thumbnail', atUs: of.atUs, jpeg: jpeg.toString('base64') }));
    } catch (error) {
      this.#options.faults.add('thumbnail', error);
    }
  }

  #onFacts(facts: VideoFacts | null): void {
    const format = this.#format;
    if (!facts || !format || (facts.width === format.width && facts.height === format.height)) return;
    this.#setFormat({ ...format, width: facts.width, height: facts.height });
  }

  #setFormat(format: RecordedFormat): void {
    this.#format = format;
    if (this.#process.isRunning) this.#give(note({ kind: 'format', format }));
  }

  /** Gives the process a frame, and keeps it for another one. @returns a promise where it has more than it should */
  #give(frame: Buffer): void | Promise<void> {
    if (!this.#task) return;
    this.#kept.push(frame);
    this.#keptBytes += frame.length;
    if (this.#keptBytes > maxKeptBytes) this.#forget();
    if (!this.#process.isRunning) return;
    this.#batch.push(frame);
    this.#batchTimer ??= setTimeout(() => this.#writeBatch(), batchMs);
    return this.#drained;
  }

  #writeBatch(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const drained = this.#process.write(Buffer.concat(this.#batch.splice(0)));
    if (!drained) return;
    this.#drained = drained.finally(() => {
      this.#drained = undefined;
    });
  }

  #forget(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #onReport(line: string): void {
    const { data: report } = reportSchema.safeParse(parseJson(line));
    if (!report) return;
    if ('failure' in report) {
      this.#options.faults.add('recorder', report.failure);
      return;
    }
    const recordingId = this.#task?.recordingId;
    if (!recordingId || this.#runningTask !== this.#task) return;
    this.#recorderState = { ...report, recordingId, sizeBytes: this.#earlierBytes + report.sizeBytes };
  }
}

/** Transport packets whose continuity counters are 0, so that those of the same tables are the same bytes. */
function withoutCounters(packets: Buffer): Buffer {
  const copy = Buffer.from(packets);
  for (let start = 0; start < copy.length; start += packetBytes)
    copy.writeUInt8(copy.readUInt8(start + 3) & 0xf0, start + 3);
  return copy;
}
