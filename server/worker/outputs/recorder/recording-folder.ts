import { chmod, type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { indexFile, thumbnailFile } from '@/lib/contracts/recording-files';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { replaceFile, syncFolder } from '@/lib/platform/process/replace-file';

const fileMode = 0o640;
const syncIntervalMs = 1_000;

interface OpenSegment {
  file: FileHandle;
  bytes: number;
}

/**
 * A recording's folder as one writer fills it: segments one after the other, and their index. It has the disk keep both
 * once a second, and the index never names what the disk may lose.
 */
export class RecordingFolder {
  readonly #folder: string;
  readonly #writer: string;
  #segment: OpenSegment | null = null;
  #index: FileHandle | null = null;
  /** Lines that wait until the disk has kept what they speak of. */
  #lines: RecordingLine[] = [];
  #syncedMs = 0;
  #savedBytes = 0;

  /** @param writer names the files: no other writer of this recording has it */
  constructor(folder: string, writer: string) {
    this.#folder = folder;
    this.#writer = writer;
  }

  /** Bytes of all segments so far. */
  get savedBytes(): number {
    return this.#savedBytes;
  }

  /** Makes the folder. In a Pod nobody has made it; the uploader, another user of the same group, removes files there. */
  async make(): Promise<void> {
    if (await mkdir(this.#folder, { recursive: true })) await chmod(this.#folder, 0o770);
  }

  /** Ends the segment before, and begins this one. */
  async beginSegment(name: string): Promise<void> {
    await this.#endSegment(null);
    const file = await open(path.join(this.#folder, name), 'wx', fileMode);
    this.#segment = { file, bytes: 0 };
    await syncFolder(this.#folder);
  }

  async append(bytes: Buffer): Promise<void> {
    const segment = this.#segment;
    if (!segment) throw new Error('Bytes without a segment');
    for (let offset = 0; offset < bytes.length; ) {
      const { bytesWritten } = await segment.file.write(bytes, offset);
      offset += bytesWritten;
    }
    segment.bytes += bytes.length;
    this.#savedBytes += bytes.length;
  }

  addLine(line: RecordingLine): void {
    this.#lines.push(line);
  }

  /** Writes a thumbnail. Nobody misses one that a power cut takes. */
  async writeThumbnail(atUs: number, jpeg: Buffer): Promise<void> {
    await replaceFile(path.join(this.#folder, thumbnailFile(atUs)), jpeg, { mode: fileMode, durable: false });
  }

  async syncWhenDue(): Promise<void> {
    if (performance.now() - this.#syncedMs >= syncIntervalMs) await this.#sync();
  }

  /** Gives up the open files after a fault, and keeps what they hold. The next lines begin with `line`. */
  async abandon(line: RecordingLine): Promise<void> {
    const files = [this.#segment?.file, this.#index];
    this.#segment = null;
    this.#index = null;
    await Promise.allSettled(files.map((file) => file?.close()));
    this.#lines = [line];
  }

  /** Ends the last segment. @param lastPts timestamp of its last frame */
  async close(lastPts: number | null): Promise<void> {
    await this.#endSegment(lastPts);
    await this.#index?.close();
  }

  async #endSegment(lastPts: number | null): Promise<void> {
    const segment = this.#segment;
    if (!segment) return;
    this.#lines.push({ kind: 'end', bytes: segment.bytes, lastPts });
    await this.#sync();
    this.#segment = null;
    await segment.file.close();
  }

  /** Has the disk keep the segment's bytes, and then the lines that speak of them. */
  async #sync(): Promise<void> {
    this.#syncedMs = performance.now();
    await this.#segment?.file.datasync();
    if (this.#lines.length === 0) return;
    if (!this.#index) {
      this.#index = await open(path.join(this.#folder, indexFile(this.#writer)), 'a', fileMode);
      await syncFolder(this.#folder);
    }
    // Each line begins with the break, so that one that was cut off spoils no other.
    await this.#index.appendFile(this.#lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
    await this.#index.datasync();
    this.#lines = [];
  }
}
