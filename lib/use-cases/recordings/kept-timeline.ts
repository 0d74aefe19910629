import { sharedRun } from '@/lib/core/shared-run';
import { recordingStorage } from '@/lib/platform/storage/recording-store';
import { unpackTimeline } from './packed-timeline';
import { RecordingReader } from './recording-reader';
import { noTimeline, type Timeline } from './timeline';
import { type TimelineThread, timelineThread } from './timeline-thread';

/** Memory that a part takes, and a thumbnail. */
const partBytes = 200;
const thumbnailBytes = 64;

/**
 * The timeline of a recording as it was read last, with parts as long as players need them. A thread reads it where there is
 * one, and this object holds what it has found.
 */
export class KeptTimeline {
  readonly #id: string;
  /** Null once this thread reads itself. */
  #thread: TimelineThread | null = timelineThread();
  #reader: RecordingReader | null = null;
  #timeline: Timeline = noTimeline;
  #isFirst = true;
  #isFinal = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** The timeline as it was read last: another object than before once there is more. */
  get timeline(): Timeline {
    return this.#timeline;
  }

  /** The memory that it takes, about. */
  get sizeBytes(): number {
    const { parts, thumbnails } = this.#timeline;
    return parts.length * partBytes + thumbnails.length * thumbnailBytes;
  }

  /** All who ask while it is read wait for the same reading. @param endedAt null while the recording goes on. @throws AppError `conflict` */
  readonly read = sharedRun((endedAt: Date | null) => this.#read(endedAt));

  /** Lets the thread free what it holds of the recording. */
  forget(): void {
    this.#thread?.forget(this.#id);
  }

  async #read(endedAt: Date | null): Promise<Timeline> {
    if (this.#isFinal) return this.#timeline;
    const storage = recordingStorage();
    if (this.#thread && (await this.#readByThread(this.#thread, endedAt))) return this.#timeline;
    this.#reader ??= new RecordingReader(storage, this.#id, true);
    this.#timeline = await this.#reader.read(endedAt);
    return this.#timeline;
  }

  /** @returns false where the thread has died */
  async #readByThread(thread: TimelineThread, endedAt: Date | null): Promise<boolean> {
    try {
      const { timeline, isFinal } = await thread.read(this.#id, endedAt, this.#isFirst);
      this.#isFirst = false;
      this.#isFinal = isFinal;
      if (timeline) this.#timeline = unpackTimeline(timeline, this.#timeline);
      return true;
    } catch (error) {
      if (timelineThread() === thread) throw error;
      this.#thread = null;
      return false;
    }
  }
}
