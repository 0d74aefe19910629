import type { PtzCommand } from '@/lib/contracts/ptz';
import { maxPtzCommandsPerSecond, ptzMoveLifetimeMs } from '@/lib/contracts/ptz-protocols';
import { AppError } from '@/lib/core/errors';
import { pause } from '@/lib/core/pause';
import { type PicturePoint, type PtzCalibration, PtzCentering } from '@/lib/core/ptz-centering';
import { sharedRun } from '@/lib/core/shared-run';
import { type PtzSpeeds, readZoomPosition, stillPtz, visca } from '@/lib/core/visca';
import { log } from '@/lib/platform/log';
import { CameraRefusal, type ViscaCamera, type ViscaLane } from './visca-camera';

/** A stop that gets lost lets a camera turn on, so it is sent twice. */
const secondStopAfterMs = 100;

type Drive = Record<ViscaLane, Uint8Array>;

const driveOf = (speeds: PtzSpeeds, zoomPosition: number): Drive => ({
  'pan-tilt': visca.panTilt(speeds, zoomPosition),
  zoom: visca.zoom(speeds.zoom),
});

const lanes: readonly ViscaLane[] = ['pan-tilt', 'zoom'];
const standing = driveOf(stillPtz, 0);

interface PtzHandOptions {
  /** Connects to the camera; called again after a connection has ended. */
  open: (onEnd: () => void) => Promise<ViscaCamera>;
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
  #camera: Promise<ViscaCamera> | null = null;
  #mover: string | null = null;
  #wanted = stillPtz;
  #sent: Drive = standing;
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
    const message = command.action === 'home' ? visca.home() : visca[command.action](command.preset);
    await (await this.#connect()).send(message);
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
    if (begins) void this.#askZoom();
    await this.#pump();
  }

  /** Turns a point of the picture to its middle. */
  async #center(point: PicturePoint): Promise<void> {
    await this.#askZoom();
    const { hasLearned, ...turn } = this.#centering.press(point, this.#zoomPosition, performance.now());
    await (await this.#connect()).send(visca.turnBy(turn, this.#zoomPosition));
    if (hasLearned) await this.#onCalibrated?.(this.#centering.calibration);
  }

  /** Sends what is wanted until the camera has it. */
  readonly #pump = sharedRun(async (): Promise<void> => {
    for (;;) {
      const camera = await this.#connect();
      const waitMs = this.#nextAtMs - performance.now();
      if (waitMs > 0) await pause(waitMs);
      const drive = driveOf(this.#wanted, this.#zoomPosition);
      const changed = lanes.filter((lane) => !isSame(drive[lane], this.#sent[lane]));
      if (changed.length === 0) return;
      this.#sent = drive;
      this.#nextAtMs = performance.now() + (changed.length * 1_000) / maxPtzCommandsPerSecond;
      try {
        await Promise.all(changed.map((lane) => camera.send(drive[lane], lane)));
      } catch (error) {
        // The next repeat sends it again.
        this.#sent = standing;
        throw error;
      }
    }
  });

  async #stop(): Promise<void> {
    const hasZoomed = this.#wanted.zoom !== 0;
    this.#mover = null;
    this.#centering.forget();
    this.#wanted = stillPtz;
    this.#sent = standing;
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
    const stops = await Promise.allSettled(lanes.map((lane) => camera.send(standing[lane], lane)));
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
      this.#zoomPosition = readZoomPosition(await camera.send(visca.askZoom())) ?? 0;
    } catch (error) {
      this.#saysZoom = !(error instanceof CameraRefusal);
      log.debug({ err: error }, 'ptz: the camera does not say its zoom');
    }
  }

  #connect(): Promise<ViscaCamera> {
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

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

const logStop = (error: unknown): void => log.warn({ err: error }, 'ptz: a stop was not confirmed by the camera');
