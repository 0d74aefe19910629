import type { PtzCommand } from '@/lib/contracts/ptz';
import { maxPtzCommandsPerSecond, ptzMoveLifetimeMs } from '@/lib/contracts/ptz-protocols';
import { AppError } from '@/lib/core/errors';
import { pause } from '@/lib/core/pause';
import { type PicturePoint, type PtzCalibration, PtzCentering } from '@/lib/core/ptz-centering';
import { sharedRun } from '@/lib/core/shared-run';
import { type PtzSpeeds, stillPtz } from '@/lib/core/visca';
import { log } from '@/lib/platform/log';
import { CameraRefusal, type PtzCamera, type PtzDrive } from './ptz-camera';

/** A stop that gets lost lets a camera turn on, so it is sent twice. */
const secondStopAfterMs = 100;

interface PtzHandOptions {
  /** Connects to the camera; called again after a connection has ended. */
  open: (onEnd: () => void) => Promise<PtzCamera>;
  /** Earlier double clicks have told it. */
  calibration?: PtzCalibration | undefined;
  /** Keeps what double clicks tell now. */
  onCalibrated?: (learned: PtzCalibration) => Promise<void>;
}

/**
 * Moves one camera. A move ends by itself unless it is repeated, and each end is a stop that is sent twice. Where moves
 * come faster than a camera takes them, only the newest is sent.
 */
export class PtzHand {
  readonly #open: PtzHandOptions['open'];
  readonly #centering: PtzCentering;
  readonly #onCalibrated: PtzHandOptions['onCalibrated'];
  #camera: Promise<PtzCamera> | null = null;
  #mover: string | null = null;
  #wanted = stillPtz;
  /** The movement that the camera was sent last; null: it stands. */
  #sent: PtzDrive[] | null = null;
  /** When the camera may be sent the next drive, by performance.now(). */
  #nextAtMs = 0;
  #endOfMove: NodeJS.Timeout | undefined;
  #secondStop: NodeJS.Timeout | undefined;
  #zoomPosition = 0;
  #saysZoom = true;
  #lastUsedMs = performance.now();

  constructor({ open, calibration, onCalibrated }: PtzHandOptions) {
    this.#open = open;
    this.#centering = new PtzCentering(calibration);
    this.#onCalibrated = onCalibrated;
  }

  /** For how long nobody has used it. */
  get idleMs(): number {
    return this.#mover === null ? performance.now() - this.#lastUsedMs : 0;
  }

  /**
   * @param mover tells apart those who move: only one of them moves a camera at a time, and anybody may stop it
   * @throws AppError `conflict` while somebody else moves it, or when the camera refuses or is silent
   */
  async perform(command: PtzCommand, mover: string): Promise<void> {
    this.#lastUsedMs = performance.now();
    if (command.action === 'stop') return this.#stop();
    if (this.#mover !== null && this.#mover !== mover) {
      throw new AppError('conflict', 'Somebody else is moving this camera.');
    }
    if (command.action === 'move') return this.#move(command, mover);
    if (command.action === 'center') return this.#center(command);
    if (command.action === 'home' || command.action === 'recall') this.#centering.forget();
    await (await this.#connect()).act(command);
  }

  /** Stops a camera that moves, and ends the connection. */
  async close(): Promise<void> {
    if (this.#mover !== null || this.#secondStop) await this.#stop().catch(logStop);
    clearTimeout(this.#secondStop);
    this.#secondStop = undefined;
    const camera = await this.#camera?.catch(() => null);
    this.#camera = null;
    camera?.close();
  }

  async #move({ pan, tilt, zoom }: PtzSpeeds, mover: string): Promise<void> {
    const begins = this.#mover === null;
    this.#mover = mover;
    this.#centering.forget();
    this.#wanted = { pan, tilt, zoom };
    clearTimeout(this.#endOfMove);
    this.#endOfMove = setTimeout(() => void this.#stop().catch(logStop), ptzMoveLifetimeMs);
    const sent = this.#pump();
    // The question waits until the camera moves.
    if (begins) void this.#askZoom();
    await sent;
  }

  /** Turns a point of the picture to its middle. */
  async #center(point: PicturePoint): Promise<void> {
    await this.#askZoom();
    const camera = await this.#connect();
    const hasLearned = await camera.center(point, this.#zoomPosition, this.#centering);
    if (hasLearned) await this.#onCalibrated?.(this.#centering.calibration);
  }

  /** Sends what is wanted until the camera has it. */
  readonly #pump = sharedRun(async (): Promise<void> => {
    for (;;) {
      const camera = await this.#connect();
      const waitMs = this.#nextAtMs - performance.now();
      if (waitMs > 0) await pause(waitMs);
      const drives = camera.drivesFor(this.#wanted, this.#zoomPosition);
      const sent = this.#sent ?? camera.drivesFor(stillPtz, 0);
      const changed = drives.filter((drive) => !sent.some((one) => isSame(one, drive)));
      if (changed.length === 0) return;
      this.#sent = drives;
      this.#nextAtMs = performance.now() + (changed.length * 1_000) / maxPtzCommandsPerSecond;
      try {
        await Promise.all(changed.map((drive) => drive.send()));
      } catch (error) {
        // The next repeat sends it again.
        this.#sent = null;
        throw error;
      }
    }
  });

  async #stop(): Promise<void> {
    const hasZoomed = this.#wanted.zoom !== 0;
    this.#mover = null;
    this.#centering.forget();
    this.#wanted = stillPtz;
    this.#sent = null;
    clearTimeout(this.#endOfMove);
    clearTimeout(this.#secondStop);
    this.#secondStop = setTimeout(() => {
      this.#secondStop = undefined;
      if (this.#mover === null) void this.#sendStop().catch(logStop);
    }, secondStopAfterMs);
    await this.#sendStop();
    if (hasZoomed) void this.#askZoom();
  }

  async #sendStop(): Promise<void> {
    const camera = await this.#connect();
    const stops = await Promise.allSettled(camera.drivesFor(stillPtz, 0).map((drive) => drive.send()));
    for (const stop of stops) {
      // A camera that refuses a stop does not move, or has no such drive.
      if (stop.status === 'rejected' && !(stop.reason instanceof CameraRefusal)) throw stop.reason;
    }
  }

  /** Speeds follow the zoom where the camera says it; others have the speeds of wide. */
  async #askZoom(): Promise<void> {
    if (!this.#saysZoom) return;
    try {
      const camera = await this.#connect();
      this.#zoomPosition = (await camera.readZoom()) ?? 0;
    } catch (error) {
      this.#saysZoom = !(error instanceof CameraRefusal);
      log.debug({ err: error }, 'ptz: the camera does not say its zoom');
    }
  }

  #connect(): Promise<PtzCamera> {
    if (this.#camera) return this.#camera;
    const opening = this.#open(() => {
      if (this.#camera === opening) this.#camera = null;
    });
    this.#camera = opening;
    opening.catch(() => {
      if (this.#camera === opening) this.#camera = null;
    });
    return opening;
  }
}

const isSame = (one: PtzDrive, other: PtzDrive): boolean => one.lane === other.lane && one.key === other.key;

const logStop = (error: unknown): void => log.warn({ err: error }, 'ptz: a stop was not confirmed by the camera');
