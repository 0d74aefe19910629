import type { RecordedFormat, RecordingClock, RecordingLine } from '@/lib/contracts/recording-index';

/** A moment at which a player can begin. */
export interface Keyframe {
  file: string;
  offset: number;
  tables: Buffer;
  pts: number;
  wallUs: number;
  /** The camera's clock since its run began, once it is in one. */
  mediaUs: number;
  clock: RecordingClock;
  /** Is added to the uncertainty of a fit. */
  clockMs: number;
  arrivedUs: number | undefined;
  /** It does not continue the frames before it. */
  isBreak: boolean;
  format: RecordedFormat | null;
  /** Where the frames that need it end in the file; null: with the file. */
  endBytes: number | null;
  /** PTS of the last of these frames; null if unknown. */
  lastPts: number | null;
}

const usPerMs = 1_000;
/** Each clock's share in the uncertainty of a fit. Nobody knows for how long a connection holds packets back. */
const clockMsOf: Record<RecordingClock, number> = { encoder: 5, sent: 5, arrival: 200 };
/** A delay is known so long after it has changed. */
const delayKnownUs = 6e6;
/** Delays and keyframes of a connection are kept for this long: a delay is known some seconds after it has changed. */
const delaysKeptUs = 600e6;

/** The state of an {@link IndexReader}, from which another one reads on. */
export interface IndexState {
  keyframes: Keyframe[];
  first: Keyframe | null;
  doubtful: { file: string; hasEnd: boolean }[];
  /** In base64. */
  tables: string | null;
  format: RecordedFormat | null;
  isBreak: boolean;
  connected: Keyframe[];
  delays: DelayLine[];
}

/** Reads an index line by line. The last keyframe may still change, by the lines that follow it. */
export class IndexReader {
  /** Those that nobody has forgotten. */
  readonly keyframes: Keyframe[];
  first: Keyframe | null = null;
  /** The segments that may not be on the disk as the index says: the last two, and those without an end. */
  readonly doubtful: { file: string; hasEnd: boolean }[];
  #tables: { text: string; bytes: Buffer } | null = null;
  #format: RecordedFormat | null = null;
  #isBreak = true;
  /** The keyframes and delays since the camera connected; of a long connection, the last of them. */
  #connected: Keyframe[] = [];
  #delays: DelayLine[] = [];

  /** @param state to read on from; none: the index is read from its beginning */
  constructor(state: IndexState | null = null) {
    this.keyframes = state?.keyframes ?? [];
    this.doubtful = state?.doubtful ?? [];
    if (!state) return;
    this.first = state.first;
    this.#tables = state.tables === null ? null : { text: state.tables, bytes: Buffer.from(state.tables, 'base64') };
    this.#format = state.format;
    this.#isBreak = state.isBreak;
    this.#connected = state.connected;
    this.#delays = state.delays;
  }

  /** Its state, from which another reader reads on. */
  get state(): IndexState {
    return {
      keyframes: this.keyframes,
      first: this.first,
      doubtful: this.doubtful,
      tables: this.#tables?.text ?? null,
      format: this.#format,
      isBreak: this.#isBreak,
      connected: this.#connected,
      delays: this.#delays,
    };
  }

  /** Forgets the oldest keyframes. */
  forget(count: number): void {
    this.keyframes.splice(0, count);
  }

  addLine(line: RecordingLine): void {
    const last = this.keyframes.at(-1);
    const segment = this.doubtful.at(-1);
    switch (line.kind) {
      case 'segment': {
        this.#isBreak ||= this.#tables !== null && this.#tables.text !== line.tables;
        // One object for all segments of the same tables.
        if (this.#tables?.text !== line.tables)
          this.#tables = { text: line.tables, bytes: Buffer.from(line.tables, 'base64') };
        if (this.doubtful.at(-2)?.hasEnd) this.doubtful.splice(-2, 1);
        this.doubtful.push({ file: line.file, hasEnd: false });
        return;
      }
      case 'keyframe': {
        if (!segment || !this.#tables) return;
        if (last?.file === segment.file) last.endBytes = line.offset;
        const { wallUs, clock } = line;
        // One object for each: a day has a hundred thousand, and what is thrown away costs more than reading does.
        const keyframe: Keyframe = {
          file: segment.file,
          offset: line.offset,
          tables: this.#tables.bytes,
          pts: line.pts,
          wallUs,
          mediaUs: 0,
          clock,
          clockMs: clockMsOf[clock],
          arrivedUs: line.arrivedUs,
          isBreak: this.#isBreak,
          format: this.#format,
          endBytes: null,
          lastPts: null,
        };
        this.first ??= keyframe;
        this.keyframes.push(keyframe);
        this.#connected.push(keyframe);
        if (wallUs - (this.#connected[0]?.wallUs ?? wallUs) > 2 * delaysKeptUs) this.#forgetDelays(wallUs);
        this.#isBreak = false;
        return;
      }
      case 'format': {
        const { videoCodec, audioCodec, width, height } = line;
        const { width: knownWidth = null, height: knownHeight } = this.#format ?? {};
        const isOther = knownWidth !== null && (knownWidth !== width || knownHeight !== height);
        this.#format = { videoCodec, audioCodec, width, height };
        // It is known once the keyframe that brings it has been read.
        if (last) {
          last.format = this.#format;
          last.isBreak ||= isOther && width !== null;
        }
        return;
      }
      case 'delay':
        this.#delays.push(line);
        return;
      case 'gap':
        if (line.cause === 'camera') this.#disconnect();
        this.#isBreak = true;
        endFrames(last, line.lastPts);
        return;
      case 'end':
        if (segment) segment.hasEnd = true;
        if (last && last.file === segment?.file) last.endBytes = line.bytes;
        endFrames(last, line.lastPts);
    }
  }

  /** Brings the keyframes to the delays that are known by now. */
  takeDelays(): void {
    takeDelays(this.#connected, this.#delays);
  }

  #disconnect(): void {
    this.takeDelays();
    this.#connected = [];
    this.#delays = [];
  }

  /** Keeps what may still change the times of a connection that lasts. */
  #forgetDelays(nowUs: number): void {
    this.takeDelays();
    const fromUs = nowUs - delaysKeptUs;
    this.#connected = this.#connected.filter(({ wallUs }) => wallUs >= fromUs);
    const measured = this.#delays.filter(({ isMeasured }) => isMeasured);
    const delays = measured.length > 0 ? measured : this.#delays;
    const before = delays.findLastIndex(({ wallUs }) => wallUs < fromUs - delaysKeptUs);
    this.#delays = delays.slice(Math.max(0, before));
  }
}

type DelayLine = Extract<RecordingLine, { kind: 'delay' }>;

/**
 * Turns the arrivals of a connection into times of sending. A delay is known some seconds after it has changed, so the
 * least one of these seconds counts. A reading may be late, and is never early.
 */
function takeDelays(keyframes: Keyframe[], all: DelayLine[]): void {
  const measured = all.filter(({ isMeasured }) => isMeasured);
  const delays = measured.length > 0 ? measured : all.slice(-1);
  let index = 0;
  for (const keyframe of keyframes) {
    const { arrivedUs, clock } = keyframe;
    if (arrivedUs === undefined || clock === 'encoder') continue;
    while ((delays[index + 1]?.wallUs ?? Number.POSITIVE_INFINITY) <= arrivedUs) index++;
    let least = delays[index];
    for (let next = index + 1; (delays[next]?.wallUs ?? Number.POSITIVE_INFINITY) < arrivedUs + delayKnownUs; next++) {
      if ((delays[next]?.us ?? 0) < (least?.us ?? 0)) least = delays[next];
    }
    if (!least) return;
    keyframe.wallUs = arrivedUs - least.us;
    keyframe.clock = 'sent';
    keyframe.clockMs = least.uncertaintyUs / usPerMs;
  }
}

function endFrames(keyframe: Keyframe | undefined, lastPts: number | null): void {
  if (keyframe) keyframe.lastPts ??= lastPts;
}
