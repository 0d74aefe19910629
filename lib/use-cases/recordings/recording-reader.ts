import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordingFileOf, summaryFile } from '@/lib/contracts/recording-files';
import { type RecordedFormat, RecordingLineScanner, readRecordingLine } from '@/lib/contracts/recording-index';
import { minuteMs, secondMs } from '@/lib/core/durations';
import { repeats } from '@/lib/core/join-writers';
import { sharedRun } from '@/lib/core/shared-run';
import { log } from '@/lib/platform/log';
import type { RecordingStorage } from '@/lib/platform/storage/recording-storage';
import { IndexReader, type Keyframe } from './index-reader';
import { noTimeline, type Timeline, type TimelinePart, TimelineRuns } from './timeline';
import { decodeSummary, encodeSummary, type TimelineSummary } from './timeline-summary';

/** An index as far as it was read. */
interface ReadIndex {
  reader: IndexReader;
  bytes: number;
  /** The beginning of a line that was not there whole. */
  rest: Buffer;
}

/** How long what was read holds: parts of a recording that goes on are asked for all the time. */
const readForMs = secondMs;
/** A recorder may write for this long after its recording has ended. */
const writtenForMs = minuteMs;
/** Listing a folder of a day takes milliseconds; another writer or thumbnail may wait for this long. */
const listedForMs = 5 * secondMs;
/** A summary is written for so many further bytes of index: about ten minutes of a camera. */
const summarizedFromBytes = 96 * 1024;
/** Lines and keyframes that are read without letting others have their turn: a few milliseconds of the thread. */
const sliceBytes = 128 * 1024;
const sliceKeyframes = 2_000;

const newline = 10;
const scanner = new RecordingLineScanner();

/**
 * Reads the timeline of a recording, and goes on from the last byte it has read. All who ask while it reads wait for the
 * same reading.
 */
export class RecordingReader {
  readonly #storage: RecordingStorage;
  readonly #id: string;
  readonly #isJoined: boolean;
  readonly #indexes = new Map<string, ReadIndex>();
  #runs: TimelineRuns;
  /** Sizes of the segments that may not be on the disk as their index says: the last ones of each index. */
  readonly #sizes = new Map<string, number>();
  readonly #names = new Set<string>();
  readonly #thumbnailsUs: number[] = [];
  #listedMs = Number.NEGATIVE_INFINITY;
  #readMs = Number.NEGATIVE_INFINITY;
  #format: RecordedFormat | null = null;
  #timeline = noTimeline;
  #isFinal = false;
  #isBegun = false;
  /** The bytes of indexes in the storage's summary; null where none counts. */
  #summarized: { bytes: number; isFinal: boolean } | null = null;

  /** @param isJoined whether parts are as long as players need them, instead of one for each keyframe */
  constructor(storage: RecordingStorage, id: string, isJoined = false) {
    this.#storage = storage;
    this.#id = id;
    this.#isJoined = isJoined;
    this.#runs = new TimelineRuns(this.#sizeOf, isJoined);
  }

  /** The timeline as it was read last: another object than before once there is more. */
  get timeline(): Timeline {
    return this.#timeline;
  }

  /** Whether nothing will follow what was read. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** @param endedAt null while the recording goes on. @throws AppError `conflict` */
  async read(endedAt: Date | null): Promise<Timeline> {
    const isRecent = performance.now() - this.#readMs < readForMs;
    if (this.#isFinal || (endedAt === null && isRecent)) return this.#timeline;
    return this.#sharedRead(endedAt);
  }

  readonly #sharedRead = sharedRun((endedAt: Date | null) => this.#readOn(endedAt));

  async #readOn(endedAt: Date | null): Promise<Timeline> {
    const nowMs = performance.now();
    const isFinal = endedAt !== null && Date.now() - endedAt.getTime() > writtenForMs;
    if (!this.#isBegun && this.#isJoined) await this.#readSummary(isFinal);
    this.#isBegun = true;
    if (endedAt || nowMs - this.#listedMs >= listedForMs) await this.#list(nowMs);
    let { parts, thumbnails } = this.#timeline;
    const hasMore = await this.#readIndexes();
    if (hasMore) parts = await this.#takeKeyframes();
    const hasThumbnails = this.#thumbnailsUs.length > thumbnails.length;
    if (hasThumbnails) thumbnails = this.#thumbnailsUs.map((atUs) => ({ fileUs: atUs, atUs }));
    if (hasMore || hasThumbnails) this.#timeline = { parts, format: this.#format, thumbnails };
    this.#readMs = nowMs;
    this.#isFinal = isFinal;
    return this.#timeline;
  }

  /**
   * Writes what was read into the storage, so that other readers go on from there. Only for joined parts.
   * @returns whether there was much that the last summary had not
   */
  async keepSummary(): Promise<boolean> {
    const readBytes = this.#readBytes;
    const { bytes = 0, isFinal = false } = this.#summarized ?? {};
    if (isFinal || readBytes === 0 || (!this.#isFinal && readBytes - bytes < summarizedFromBytes)) return false;
    const encoded = encodeSummary(this.#isFinal ? this.#finalSummary() : this.#summary());
    if (!encoded) return false;
    await this.#storage.writeWhole(this.#id, summaryFile, encoded);
    this.#summarized = { bytes: readBytes, isFinal: this.#isFinal };
    return true;
  }

  get #readBytes(): number {
    return [...this.#indexes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #summary(): TimelineSummary {
    return {
      indexes: [...this.#indexes].map(([name, { reader, bytes, rest }]) => ({
        name,
        bytes,
        rest,
        state: reader.state,
      })),
      format: this.#format,
      runs: this.#runs.state,
    };
  }

  #finalSummary(): TimelineSummary {
    const { parts: settled, format } = this.#timeline;
    const indexes = [...this.#indexes].map(([name, { bytes, rest }]) => ({ name, bytes, rest, state: null }));
    return { indexes, format, runs: { settled, run: [], settledUs: 0, captured: null, last: null } };
  }

  /** Begins where the summary ends. One that does not fit its indexes counts for nothing. */
  async #readSummary(isFinal: boolean): Promise<void> {
    const summary = await this.#findSummary();
    if (!summary) return;
    const names = summary.indexes.map(({ name }) => name);
    const sizes = await this.#storage.sizes(this.#id, names);
    const hasGrown = summary.indexes.some(({ name, bytes }) => sizes.get(name) !== bytes);
    if (summary.indexes.some(({ name, bytes }) => (sizes.get(name) ?? 0) < bytes)) return;
    const isOfEnded = summary.indexes.some(({ state }) => state === null);
    if (isOfEnded && (hasGrown || !isFinal)) return;
    for (const { name, bytes, rest, state } of summary.indexes) {
      this.#indexes.set(name, { reader: new IndexReader(state), bytes, rest });
      this.#names.add(name);
    }
    this.#format = summary.format;
    if (isOfEnded) this.#timeline = { parts: summary.runs.settled, format: summary.format, thumbnails: [] };
    else this.#runs = new TimelineRuns(this.#sizeOf, this.#isJoined, summary.runs);
    this.#summarized = { bytes: this.#readBytes, isFinal: isOfEnded };
  }

  async #findSummary(): Promise<TimelineSummary | null> {
    try {
      const bytes = await this.#storage.readWhole(this.#id, summaryFile);
      return bytes && decodeSummary(bytes);
    } catch (error) {
      log.warn({ err: error, recordingId: this.#id }, 'recordings: a summary cannot be read, and its indexes are');
      return null;
    }
  }

  async #list(nowMs: number): Promise<void> {
    let hasIndex = false;
    for (const name of await this.#storage.names(this.#id)) {
      // Its index names a segment, and most files are segments.
      if (name.endsWith('.ts') || this.#names.has(name)) continue;
      this.#names.add(name);
      const file = recordingFileOf(name);
      if (file?.kind === 'thumbnail') this.#thumbnailsUs.push(file.atUs);
      if (file?.kind !== 'index') continue;
      this.#indexes.set(name, newIndex());
      hasIndex = true;
    }
    this.#thumbnailsUs.sort((a, b) => a - b);
    // Another writer has taken over, which repeats what the one before had last.
    if (hasIndex && this.#indexes.size > 1) this.#startOver();
    this.#listedMs = nowMs;
  }

  #startOver(): void {
    for (const name of this.#indexes.keys()) this.#indexes.set(name, newIndex());
    this.#sizes.clear();
    this.#summarized = null;
    this.#runs = new TimelineRuns(this.#sizeOf, this.#isJoined);
  }

  /** @returns whether there is more than before */
  async #readIndexes(): Promise<boolean> {
    const sizes = await this.#storage.sizes(this.#id, [...this.#indexes.keys()]);
    const read = await Promise.all(
      [...this.#indexes].map(([name, index]) => this.#readIndex(name, index, sizes.get(name) ?? 0)),
    );
    const doubtful = [...this.#indexes.values()].flatMap(({ reader }) => doubtfulFiles(reader));
    this.#trustAllBut(doubtful);
    const found = await this.#storage.sizes(this.#id, doubtful);
    let hasMore = read.includes(true);
    for (const file of doubtful) {
      const size = found.get(file) ?? 0;
      hasMore ||= this.#sizes.get(file) !== size;
      this.#sizes.set(file, size);
    }
    return hasMore;
  }

  async #readIndex(name: string, index: ReadIndex, size: number): Promise<boolean> {
    if (size <= index.bytes) return false;
    for await (const bytes of this.#storage.read(this.#id, name, index.bytes, size)) {
      index.bytes += bytes.length;
      for (let from = 0; from < bytes.length; from += sliceBytes) {
        addBytes(index, bytes.subarray(from, from + sliceBytes));
        if (this.#indexes.size === 1) this.#takeEnded(index.reader);
        await nextTurn();
      }
    }
    addRest(index);
    return true;
  }

  /**
   * Gives the runs the keyframes of segments that have ended, so that a long index is never in memory whole. Only for a
   * single index: a later writer repeats some of what is in an earlier one.
   */
  #takeEnded(reader: IndexReader): void {
    reader.takeDelays();
    const doubtful = doubtfulFiles(reader);
    const found = reader.keyframes.findIndex(({ file }) => doubtful.includes(file));
    const taken = found < 0 ? [] : reader.keyframes.slice(0, found);
    this.#trustAllBut(doubtful);
    for (const keyframe of taken) this.#take(keyframe);
    reader.forget(taken.length);
  }

  /** Segments that are on the disk as their index says have grown since their size was read. */
  #trustAllBut(doubtful: string[]): void {
    for (const file of this.#sizes.keys()) if (!doubtful.includes(file)) this.#sizes.delete(file);
  }

  #take(keyframe: Keyframe): void {
    this.#runs.add(keyframe);
    this.#format = keyframe.format ?? this.#format;
  }

  /** Gives the runs what cannot change any more. */
  async #takeKeyframes(): Promise<TimelinePart[]> {
    for (const { reader } of this.#indexes.values()) reader.takeDelays();
    const read = [...this.#indexes.values()].filter(({ reader }) => reader.first !== null);
    const indexes = read.sort((a, b) => wallUsOf(a) - wallUsOf(b));
    let [held, count] = [undefined as Keyframe | undefined, 0];
    for (const [position, { reader }] of indexes.entries()) {
      const next = indexes[position + 1]?.reader.first ?? null;
      const visible = reader.keyframes.filter(({ file, offset }) => offset < this.#sizeOf(file));
      // The lines that follow may change the last one.
      if (next === null) held = visible.pop();
      for (const keyframe of visible) {
        if (next === null || !repeats(keyframe, next)) this.#take(keyframe);
        else this.#format = keyframe.format ?? this.#format;
        if (++count % sliceKeyframes === 0) await nextTurn();
      }
      reader.forget(visible.length);
    }
    this.#format = held?.format ?? this.#format;
    return this.#runs.parts(held);
  }

  readonly #sizeOf = (file: string): number => this.#sizes.get(file) ?? Number.POSITIVE_INFINITY;
}

const doubtfulFiles = ({ doubtful }: IndexReader): string[] => doubtful.map(({ file }) => file);

const wallUsOf = ({ reader }: ReadIndex): number => reader.first?.wallUs ?? 0;

const newIndex = (): ReadIndex => ({ reader: new IndexReader(), bytes: 0, rest: Buffer.alloc(0) });

/** Adds the lines of an index that end in its next bytes. */
function addBytes(index: ReadIndex, bytes: Buffer): void {
  const text = Buffer.concat([index.rest, bytes]);
  const lastAt = text.lastIndexOf(newline);
  for (let at = 0; at < lastAt; ) {
    const scannedEnd = scanner.scan(text, at);
    if (scannedEnd !== null) index.reader.addLine(scanner.line);
    const end = scannedEnd ?? text.indexOf(newline, at);
    if (scannedEnd === null) addLine(index, text.toString('utf8', at, end));
    at = end + 1;
  }
  index.rest = text.subarray(lastAt + 1);
}

/** Adds the last line of what was read. Each line begins with a line feed: the last one is whole once it can be read. */
function addRest(index: ReadIndex): void {
  if (addLine(index, index.rest.toString('utf8'))) index.rest = Buffer.alloc(0);
}

function addLine({ reader }: ReadIndex, text: string): boolean {
  const line = text === '' ? null : readRecordingLine(text);
  if (line) reader.addLine(line);
  return line !== null;
}
