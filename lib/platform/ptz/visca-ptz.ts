import type { PicturePoint, PtzCentering } from '@/lib/core/ptz-centering';
import { type PtzSpeeds, readZoomPosition, visca } from '@/lib/core/visca';
import type { PtzAct, PtzCamera, PtzDrive } from './ptz-camera';
import { ViscaCamera, type ViscaCameraOptions, type ViscaLane } from './visca-camera';

/** A camera that is moved by VISCA. */
export class ViscaPtz implements PtzCamera {
  readonly #camera: ViscaCamera;

  /** @throws AppError `conflict` when the camera accepts no connection */
  static async open(options: ViscaCameraOptions): Promise<ViscaPtz> {
    return new ViscaPtz(await ViscaCamera.open(options));
  }

  private constructor(camera: ViscaCamera) {
    this.#camera = camera;
  }

  drivesFor(speeds: PtzSpeeds, zoomPosition: number): PtzDrive[] {
    return [this.#drive('pan-tilt', visca.panTilt(speeds, zoomPosition)), this.#drive('zoom', visca.zoom(speeds.zoom))];
  }

  act(command: PtzAct): Promise<unknown> {
    return this.#camera.send(command.action === 'home' ? visca.home() : visca[command.action](command.preset));
  }

  async center(point: PicturePoint, zoomPosition: number, centering: PtzCentering): Promise<boolean> {
    const { hasLearned, ...turn } = centering.press(point, zoomPosition, performance.now());
    await this.#camera.send(visca.turnBy(turn, zoomPosition));
    return hasLearned;
  }

  async readZoom(): Promise<number | null> {
    return readZoomPosition(await this.#camera.send(visca.askZoom()));
  }

  close(): void {
    this.#camera.close();
  }

  #drive(lane: ViscaLane, message: Uint8Array): PtzDrive {
    return { lane, key: Buffer.from(message).toString('hex'), send: () => this.#camera.send(message, lane) };
  }
}
