import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of its own, in a file, which can be frozen and filled. Linux, and root. */
export class SmallDisk {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws Error where this user may not mount disks */
  static async mount(sizeMb: number): Promise<SmallDisk> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-disk-'));
    const image = path.join(directory, 'image');
    const disk = new SmallDisk(directory);
    await mkdir(disk.folder);
    await run('truncate', ['--size', `${sizeMb}M`, image]);
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
    await run('mount', ['-o', 'loop', image, disk.folder]);
    return disk;
  }

  get folder(): string {
    return path.join(this.#directory, 'disk');
  }

  /** From now on each write waits, as for a disk that hangs; {@link thaw} undoes that. */
  async freeze(): Promise<void> {
    await run('fsfreeze', ['--freeze', this.folder]);
  }

  async thaw(): Promise<void> {
    await run('fsfreeze', ['--unfreeze', this.folder]);
  }

  /** Leaves no free byte; {@link clear} undoes that. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    await run('fallocate', ['--length', String(bavail * bsize), this.#filler]).catch(() => undefined);
    await run('dd', [
      'if=/dev/zero',
      `of=${this.#filler}`,
      'bs=64k',
      'oflag=append',
      'conv=notrunc',
      'status=none',
    ]).catch(
      () => undefined, // It ends when nothing more fits.
    );
  }

  async clear(): Promise<void> {
    await rm(this.#filler);
  }

  async unmount(): Promise<void> {
    await run('umount', [this.folder]);
    await rm(this.#directory, { recursive: true });
  }

  get #filler(): string {
    return path.join(this.folder, 'filler');
  }
}
