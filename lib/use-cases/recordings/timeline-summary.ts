import { crc32 } from 'node:zlib';
import type { RecordedFormat } from '@/lib/contracts/recording-index';
import { productVersion } from '@/lib/platform/process/product-version';
import type { IndexState, Keyframe } from './index-reader';
import { type PackedKeyframes, packKeyframes, unpackKeyframes } from './packed-keyframes';
import { type PackedTimeline, packTimeline, unpackTimeline } from './packed-timeline';
import { type CapturedRun, noTimeline, type RunsState, type Timeline } from './timeline';

/** An index as far as it was read. */
export interface SummarizedIndex {
  name: string;
  bytes: number;
  /** The beginning of a line that was not there whole. */
  rest: Buffer;
  /** Null where nothing will follow. */
  state: IndexState | null;
}

/** A recording as far as it was read, so that nobody has to read its first lines again. */
export interface TimelineSummary {
  indexes: SummarizedIndex[];
  /** The camera's last format; null if unknown. */
  format: RecordedFormat | null;
  /** Its parts, where nothing will follow; otherwise those that are settled, and what the next ones are made of. */
  runs: RunsState;
}

/** The summary of another version may have other times, or other parts. */
const firstLine = (): string => `sightline timeline 1 ${productVersion()}\n`;
/** Length of the checksum, and of the header's length. */
const wordBytes = 4;

/** An all-intra camera has more in an hour, and would write a hundred megabytes. */
const maxKeyframes = 20_000;

/** The keyframes of an index or a run, by their place in the list of all. */
type Places = number[];

interface Header {
  indexes: {
    name: string;
    bytes: number;
    rest: string;
    state:
      | (Omit<IndexState, 'keyframes' | 'first' | 'connected'> & {
          keyframes: Places;
          first: Places;
          connected: Places;
        })
      | null;
  }[];
  format: RecordedFormat | null;
  run: Places;
  settledUs: number;
  captured: CapturedRun | null;
  /** The run goes on from the last settled part, so that both have one object. */
  isCapturedLast: boolean;
  last: { keyframe: Places; startUs: number } | null;
  keyframes: Omit<PackedKeyframes, 'numbers'>;
  keyframeNumbers: number;
  parts: { files: string[]; tables: string[]; captured: CapturedRun[] };
}

/** The bytes of a summary; null for one that would be too large. */
export function encodeSummary({ indexes, format, runs }: TimelineSummary): Buffer | null {
  const places = new Map<Keyframe, number>();
  const placeOf = (keyframe: Keyframe): number => {
    const place = places.get(keyframe) ?? places.size;
    places.set(keyframe, place);
    return place;
  };
  const placesOf = (keyframes: (Keyframe | null)[]): Places => keyframes.flatMap((one) => (one ? placeOf(one) : []));
  const { settled, settledUs, captured, last } = runs;
  const run = placesOf(runs.run);
  const packedIndexes = indexes.map(({ name, bytes, rest, state }) => ({
    name,
    bytes,
    rest: rest.toString('base64'),
    state: state && {
      doubtful: state.doubtful,
      tables: state.tables,
      format: state.format,
      isBreak: state.isBreak,
      delays: state.delays,
      keyframes: placesOf(state.keyframes),
      first: placesOf([state.first]),
      connected: placesOf(state.connected),
    },
  }));
  const packedLast = last && { keyframe: placesOf([last.keyframe]), startUs: last.startUs };
  if (places.size > maxKeyframes) return null;
  const { numbers: keyframeNumbers, files, tables, formats } = packKeyframes([...places.keys()]);
  const parts = packTimeline({ parts: settled, format: null, thumbnails: [] }, noTimeline);
  const header: Header = {
    indexes: packedIndexes,
    format,
    run,
    settledUs,
    captured,
    isCapturedLast: captured !== null && settled.at(-1)?.captured === captured,
    last: packedLast,
    keyframes: { files, tables, formats },
    keyframeNumbers: keyframeNumbers.length,
    parts: {
      files: parts.files,
      tables: parts.tables.map((bytes) => Buffer.from(bytes).toString('base64')),
      captured: parts.captured,
    },
  };
  const text = Buffer.from(JSON.stringify(header));
  const body = Buffer.concat([
    unsigned(text.length),
    text,
    Buffer.from(keyframeNumbers.buffer),
    Buffer.from(parts.numbers.buffer),
  ]);
  return Buffer.concat([Buffer.from(firstLine()), unsigned(crc32(body)), body]);
}

/** The summary in these bytes; null where another version has written them, or a write was cut off. */
export function decodeSummary(bytes: Buffer): TimelineSummary | null {
  const begin = Buffer.from(firstLine());
  if (!bytes.subarray(0, begin.length).equals(begin)) return null;
  const [checksum, body] = [bytes.subarray(begin.length), bytes.subarray(begin.length + wordBytes)];
  if (checksum.length < 2 * wordBytes || checksum.readUInt32LE() !== crc32(body)) return null;
  const textEnd = wordBytes + body.readUInt32LE();
  const header = JSON.parse(body.toString('utf8', wordBytes, textEnd)) as Header;
  const numbers = numbersIn(body.subarray(textEnd));
  const keyframes = unpackKeyframes({
    numbers: numbers.slice(0, header.keyframeNumbers),
    files: header.keyframes.files,
    tables: header.keyframes.tables,
    formats: header.keyframes.formats,
  });
  const settled = partsOf(header, numbers.slice(header.keyframeNumbers));
  const keyframesAt = (places: Places): Keyframe[] => places.flatMap((place) => keyframes[place] ?? []);
  const [lastKeyframe] = keyframesAt(header.last?.keyframe ?? []);
  return {
    indexes: header.indexes.map(({ name, bytes: readBytes, rest, state }) => ({
      name,
      bytes: readBytes,
      rest: Buffer.from(rest, 'base64'),
      state: state && {
        doubtful: state.doubtful,
        tables: state.tables,
        format: state.format,
        isBreak: state.isBreak,
        delays: state.delays,
        keyframes: keyframesAt(state.keyframes),
        first: keyframesAt(state.first)[0] ?? null,
        connected: keyframesAt(state.connected),
      },
    })),
    format: header.format,
    runs: {
      settled,
      run: keyframesAt(header.run),
      settledUs: header.settledUs,
      captured: (header.isCapturedLast ? settled.at(-1)?.captured : null) ?? header.captured,
      last: header.last && lastKeyframe ? { keyframe: lastKeyframe, startUs: header.last.startUs } : null,
    },
  };
}

function partsOf(
  { parts: { files, tables, captured } }: Header,
  numbers: Float64Array<ArrayBuffer>,
): Timeline['parts'] {
  const packed: PackedTimeline = {
    from: 0,
    numbers,
    files,
    tables: tables.map((text) => Buffer.from(text, 'base64')),
    captured,
    format: null,
    thumbnails: new Float64Array(),
  };
  return unpackTimeline(packed, noTimeline).parts;
}

/** A copy, because numbers in a file begin anywhere. */
const numbersIn = (bytes: Buffer): Float64Array<ArrayBuffer> => new Float64Array(new Uint8Array(bytes).buffer);

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(wordBytes);
  bytes.writeUInt32LE(value);
  return bytes;
}
