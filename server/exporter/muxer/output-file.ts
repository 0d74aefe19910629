import { Dictionary, FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import type { FrameRate } from '@/lib/core/frame-rate';
import { frameOfDay, timeCodeOf } from '@/lib/core/time-code';
import { tickBase } from '@/lib/media/frame';
import { MuxError } from './mux-error';
import type { MuxFormat } from './mux-task';

const { check } = MuxError;

const containers = { mp4: 'mp4', mov: 'mov', mkv: 'matroska' } as const;
/** AVERROR(EINVAL): libavformat refuses a packet whose timestamps do not go on. */
const invalidData = -22;

/** Packets of one track wait no longer than this for those of the others, so that a track that ends takes no memory. */
const maxInterleaveUs = 2_000_000n;

/** FFmpeg's own codes for QuickTime's languages, behind those of cameras: ISO 639-2 has two of some, and FFmpeg one. */
const languageCodes = new Map(
  [
    ...['bod tib', 'cym wel', 'deu ger', 'ell gre', 'eus baq', 'fas per', 'hye arm', 'isl ice', 'kat geo', 'mkd mac'],
    ...['msa may', 'mya bur', 'nld dut', 'sqi alb', 'zho chi', 'cze ces', 'fre fra', 'rum ron', 'slo slk', 'nno nor'],
    ...['nob nor', 'gle iri', 'hrv hr ', 'srp sr ', 'swe sve'],
  ].map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]),
);

const quickTimeCode = (language: string): string => languageCodes.get(language) ?? language;

/** A file that libavformat writes: first all its tracks are added, then it begins, and packets follow. */
export class OutputFile {
  readonly #output = new FormatContext();
  readonly #format: MuxFormat;

  /** @throws MuxError */
  constructor(file: string, format: MuxFormat) {
    this.#format = format;
    check(this.#output.allocOutputContext2(null, containers[format], file), 'cannot_write', 'No such container');
    this.#output.maxInterleaveDelta = maxInterleaveUs;
  }

  /** @param language of three letters (ISO 639-2); null where nobody has said it */
  addTrack(timeBase: Rational = tickBase, language: string | null = null): Stream {
    const track = this.#output.newStream();
    track.timeBase = timeBase;
    if (language)
      track.metadata = Dictionary.fromObject({ language: this.#format === 'mov' ? quickTimeCode(language) : language });
    return track;
  }

  /**
   * Begins the file, whose tracks are known.
   * @param startUs when its first frame was captured, in microseconds since 1970
   * @param localStartUs the same by the clock of the event: it becomes the time code
   * @throws MuxError
   */
  begin(video: Stream, rate: FrameRate, startUs: number, localStartUs: number): void {
    video.avgFrameRate = new Rational(rate.num, rate.den);
    video.rFrameRate = new Rational(rate.num, rate.den);
    this.#output.metadata = Dictionary.fromObject({
      timecode: timeCodeOf(frameOfDay(localStartUs, rate), rate),
      creation_time: new Date(startUs / 1_000).toISOString(),
    });
    check(this.#output.openOutputSync(), 'cannot_write', 'The file cannot be made');
    // The index of a file comes first, so that a player begins before it has all of the file.
    const options = this.#format === 'mkv' ? null : Dictionary.fromObject({ movflags: '+faststart' });
    const begun = this.#output.writeHeaderSync(options);
    check(begun, 'codec', `A codec of this camera does not fit into ${this.#format.toUpperCase()}`);
  }

  /**
   * Writes a packet, whose timestamps count units of `base`. It is blank then.
   * @returns false for one out of order, which costs that frame, not the file
   * @throws MuxError
   */
  write(packet: Packet, track: Stream, base: Rational): boolean {
    packet.streamIndex = track.index;
    packet.rescaleTs(base, track.timeBase);
    packet.pos = -1n;
    const written = this.#output.interleavedWriteFrameSync(packet);
    if (written === invalidData) return false;
    check(written, 'cannot_write', 'The file cannot be written');
    return true;
  }

  /** @throws MuxError */
  finish(): void {
    check(this.#output.writeTrailerSync(), 'cannot_write', 'The file cannot be finished');
    this.#output.closeOutputSync();
  }
}
