import type { PtzCommand } from '@/lib/contracts/ptz';
import { AppError } from '@/lib/core/errors';
import type { PicturePoint, PtzCentering } from '@/lib/core/ptz-centering';
import type { PtzSpeeds } from '@/lib/core/visca';

/** A camera that answers, and does not carry the command out. */
export class CameraRefusal extends AppError {
  constructor(sentence: string) {
    super('conflict', sentence);
  }
}

/** One message of a movement. */
export interface PtzDrive {
  /** Drives of one lane replace each other. */
  lane: string;
  /** Drives of one lane with the same key are the same. */
  key: string;
  send(): Promise<unknown>;
}

/** Commands that are neither movements nor turns to a point. */
export type PtzAct = Extract<PtzCommand, { action: 'home' | 'recall' | 'store' | 'clear' }>;

/** A connection to a camera, in whatever language it speaks. Each method rejects with an AppError `conflict`. */
export interface PtzCamera {
  /** The messages that bring these speeds about; all zero is a stop. @param zoomPosition 0 for wide to 1 for tele */
  drivesFor(speeds: PtzSpeeds, zoomPosition: number): PtzDrive[];
  act(command: PtzAct): Promise<unknown>;
  /** Turns a point to the middle. @returns whether the press has taught something about the camera */
  center(point: PicturePoint, zoomPosition: number, centering: PtzCentering): Promise<boolean>;
  /** @returns null for an answer that is no position */
  readZoom(): Promise<number | null>;
  close(): void;
}
