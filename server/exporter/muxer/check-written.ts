import { FormatContext } from 'node-av/lib';
import { MuxError } from './mux-error';
import type { MuxFormat } from './mux-task';

const { check } = MuxError;

/** A track that was written. */
interface WrittenTrack {
  /** Its packets. */
  written: number;
  /** The rate of its sound; 0 for pictures. */
  rateHz: number;
}

/**
 * Opens a file that was written, and compares it with what went into it: a file that lacks something is not handed out.
 * @param tracks in their order
 * @throws MuxError
 */
export function checkWritten(file: string, format: MuxFormat, tracks: WrittenTrack[]): void {
  const written = new FormatContext();
  written.allocContext();
  check(written.openInputSync(file, null, null), 'cannot_write', 'The written file cannot be opened');
  try {
    for (const [index, expected] of tracks.entries()) {
      const stream = written.streams[index];
      if (!stream) throw new MuxError('cannot_write', `The written file lacks track ${index}.`);
      const { sampleRate } = stream.codecpar;
      // High-efficiency AAC plays at twice the rate that its header has.
      if (sampleRate !== expected.rateHz && sampleRate * 2 !== expected.rateHz) {
        throw new MuxError('cannot_write', `Track ${index} has ${sampleRate} Hz in place of ${expected.rateHz} Hz.`);
      }
      // Matroska has no such number. PCM lies in chunks, whose samples are counted.
      const frames = Number(stream.nbFrames);
      if (format !== 'mkv' && frames < expected.written) {
        throw new MuxError('cannot_write', `Track ${index} has ${frames} of ${expected.written} packets.`);
      }
    }
  } finally {
    written.closeInputSync();
  }
}
