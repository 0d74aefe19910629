import type { CameraLimits, ProgramTask } from '@/lib/contracts/worker-protocol';
import type { Size } from '@/lib/media/frame';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import { CutList } from './cut-list';
import { ProgramCamera } from './program-camera';

/**
 * From capture to program, where the switcher's picture is in time. Cameras arrive within it, the tally comes, and a camera is
 * made ready for its cut.
 */
const usualDelayMs = 500;
/** Limit of the packets of all cameras that are held. */
const maxHeldBytes = 96 * 1024 * 1024;

export interface ProgramCamerasOptions {
  limits: CameraLimits;
  /** The size that pictures are scaled to. */
  size: Size;
  faults: FaultLog;
  log: Logger;
}

/** The cameras that a program may show, and the cuts between them, as its last task names them. */
export class ProgramCameras {
  readonly cuts = new CutList();
  readonly #options: ProgramCamerasOptions;
  readonly #cameras = new Map<string, ProgramCamera>();
  #task: ProgramTask | null = null;

  constructor(options: ProgramCamerasOptions) {
    this.#options = options;
  }

  /** The last task; null before the first. */
  get task(): ProgramTask | null {
    return this.#task;
  }

  /** From capture to program. A change moves the pictures that are taken. */
  get delayMs(): number {
    return usualDelayMs + (this.#task?.switcherDelayMs ?? 0);
  }

  follow(task: ProgramTask): void {
    this.#task = task;
    this.cuts.follow(task.onAir);
    for (const cameraTask of task.cameras) {
      const camera = this.#cameras.get(cameraTask.streamId);
      if (camera) camera.follow(cameraTask);
      else this.#cameras.set(cameraTask.streamId, this.#newCamera(cameraTask));
    }
  }

  get(streamId: string): ProgramCamera | undefined {
    return this.#cameras.get(streamId);
  }

  /** Decodes no other cameras than these, and forgets those without a worker. */
  keep(used: readonly (ProgramCamera | null | undefined)[]): void {
    for (const camera of this.#cameras.values()) {
      if (used.includes(camera)) continue;
      camera.release();
      if (this.#task?.cameras.some(({ streamId }) => streamId === camera.streamId)) continue;
      camera.close();
      this.#cameras.delete(camera.streamId);
    }
  }

  close(): void {
    for (const camera of this.#cameras.values()) camera.close();
  }

  #newCamera(task: ProgramTask['cameras'][number]): ProgramCamera {
    return new ProgramCamera(task, {
      limits: this.#options.limits,
      size: this.#options.size,
      delayMs: () => this.delayMs,
      maxHeldBytes: () => maxHeldBytes / this.#cameras.size,
      faults: this.#options.faults,
      log: this.#options.log,
    });
  }
}
