import path from 'node:path';
import { z } from 'zod';
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
import type { SendingDelay } from '@/lib/media/sending-delay';
import { workerRecordingsDir, workerRecordingsMaxBytes } from '@/lib/platform/env/worker-env';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { Feed } from '../../feed/feed';
import { messageFrame } from '../../feed/feed-frames';
import type { FeedMessage, FeedSubscriber } from '../../feed/feed-subscriber';
import type { TsProgram } from '../../program/ts-program';
import type { Output, OutputState } from '../output';
import { OutputProcess } from '../process/output-process';
import { RecordedStream, recorderNote } from './recorded-stream';
import { RecorderInput } from './recorder-input';
import { Thumbnails } from './thumbnails';

/** Holds four seconds of the highest bitrate that cameras may send, while the process is stopped or new. */
const queue = { policy: 'lossless', maxQueuedBytes: 32 * 1024 * 1024 } as const;
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

/** A line of the process: its state, or why it could not write. */
const reportSchema = z.union([
  z.object({ failure: z.string() }),
  recorderStateSchema.omit({ recordingId: true }).extend({ upload: uploadStateSchema.nullable().catch(null) }),
]);

/** A recording that goes on. */
interface RunningRecording {
  task: RecordingTask;
  state: RecorderState;
  /** By its processes that have ended. */
  earlierBytes: number;
}

/**
 * Records a camera as it comes, without decoding it, while it is asked to. A process of its own writes, so that a disk that
 * hangs holds up nobody else. A process that dies is started again, and gets what came since the last keyframe.
 */
export class Recorder implements Output, FeedSubscriber {
  readonly #options: RecorderOptions;
  readonly #process = new OutputProcess('recorder.mjs', (line) => this.#onReport(line));
  readonly #input = new RecorderInput(this.#process);
  readonly #stream: RecordedStream;
  readonly #thumbnails: Thumbnails;
  readonly #unsubscribe: () => void;
  #state: OutputState = 'starting';
  #recording: RunningRecording | null = null;
  /** The recording that the process was started for; it may still be finishing an earlier one. */
  #ofProcess: RunningRecording | null = null;
  /** Ends the wait before the next start. */
  #changed = new AbortController();
  #isStopping = false;
  #startCount = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#stream = new RecordedStream(options.sending);
    this.#thumbnails = new Thumbnails(options.faults);
    this.#unsubscribe = options.feed.subscribe('recorder', this, queue);
    options.program.subscribe('recorder', {
      tracksChanged: (tracks) => {
        this.#thumbnails.setVideo(tracks.video);
        this.#tell(this.#stream.setTracks(tracks));
      },
      addVideoUnit: ({ facts, pts, isKeyframe, data }) => {
        this.#stream.lastPts = pts;
        this.#tell(this.#stream.setFacts(facts));
        if (isKeyframe) void this.#makeThumbnail(pts, data);
      },
    });
  }

  get state(): OutputState {
    return this.#state;
  }

  /** The recorder's report; null while nothing is to be recorded. */
  get recorderState(): RecorderState | null {
    return this.#recording?.state ?? null;
  }

  /** Records from now on, or no longer. A recording that goes on is not touched, nor is one that the permit leaves out. */
  follow({ recording: task }: Pick<WorkerPermit, 'recording'>): void {
    if (task === undefined || task?.recordingId === this.#recording?.task.recordingId) return;
    this.#recording = task && {
      task,
      state: { recordingId: task.recordingId, ...newRecorderState },
      earlierBytes: 0,
    };
    this.#thumbnails.restart();
    this.#input.forget();
    this.#end();
    this.#changed.abort();
  }

  async start(): Promise<void> {
    this.#state = 'running';
    for (let failures = 0; !this.#isStopping; ) {
      const recording = this.#recording;
      const { signal } = this.#changed;
      if (recording) {
        const hasFailed = await this.#run(recording);
        failures = hasFailed ? failures + 1 : 0;
        const isOver = this.#isStopping || this.#recording !== recording;
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
    this.#stream.connected();
  }

  message({ bytes, randomAccess }: FeedMessage): void | Promise<void> {
    if (!this.#recording) return;
    if (randomAccess) {
      if (this.#process.isRunning) this.#input.forget();
      const { keyframe, frames } = this.#stream.begin(randomAccess);
      this.#thumbnails.choose(keyframe);
      for (const frame of frames) this.#give(frame);
    }
    this.#tellDelay();
    return this.#give(messageFrame(bytes, randomAccess?.offset ?? null));
  }

  missed(): void {
    this.#give(recorderNote({ kind: 'gap', cause: 'disk', lastPts: null }));
  }

  lost(): void {
    this.#tellDelay();
    this.#give(this.#stream.lost());
  }

  /** Runs the process until the recording or the process ends. @returns whether the process has failed */
  async #run(recording: RunningRecording): Promise<boolean> {
    const { workerId, log } = this.#options;
    const { folder, recordingId } = recording.task;
    this.#startCount++;
    this.#ofProcess = recording;
    const ended = this.#process.run({
      workerId,
      folder: path.resolve(workerRecordingsDir() ?? '', folder),
      name: `${workerId}-${this.#startCount}`,
      maxBytes: workerRecordingsMaxBytes(),
    } satisfies RecorderTask);
    this.#input.repeat(this.#stream.head());
    log.info({ recordingId }, 'recorder: started');
    const status = await ended;
    this.#input.processEnded();
    recording.earlierBytes = recording.state.sizeBytes;
    if (status !== 0) log.warn({ status }, 'recorder: its process has ended');
    return status !== 0;
  }

  /** A keyframe's message must follow its note, so the delay is told after it. */
  #tellDelay(): void {
    if (this.#process.isRunning) this.#tell(this.#stream.takeDelay());
  }

  #end(): void {
    this.#input.flush();
    this.#process.write(recorderNote({ kind: 'end', lastPts: this.#stream.lastPts }));
  }

  async #makeThumbnail(pts: number | null, data: Buffer): Promise<void> {
    const recording = this.#recording;
    const thumbnail = recording && (await this.#thumbnails.make(pts, data));
    // In order with the keyframe, which may still be on its way to the process.
    if (thumbnail && this.#recording === recording) this.#give(recorderNote({ kind: 'thumbnail', ...thumbnail }));
  }

  /** Gives the process what the head of a new one has anyway. */
  #tell(frame: Buffer | null): void {
    if (frame && this.#process.isRunning) this.#give(frame);
  }

  /** @returns a promise where the process has more than it should */
  #give(frame: Buffer): void | Promise<void> {
    return this.#recording ? this.#input.give(frame) : undefined;
  }

  #onReport(line: string): void {
    const { data: report } = reportSchema.safeParse(parseJson(line));
    if (!report) return;
    if ('failure' in report) {
      this.#options.faults.add('recorder', report.failure);
      return;
    }
    const recording = this.#recording;
    if (!recording || this.#ofProcess !== recording) return;
    const { recordingId } = recording.task;
    recording.state = { ...report, recordingId, sizeBytes: recording.earlierBytes + report.sizeBytes };
  }
}
