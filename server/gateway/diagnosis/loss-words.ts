import type { LossCause } from '@/lib/contracts/worker-protocol';
import { durationWords } from './rules/duration-words';

/** Why a camera that was live is lost, and how long ago its last frame came. */
export interface CameraLoss {
  cause: LossCause | 'excess';
  agoMs: number;
}

const causes: Record<CameraLoss['cause'], string> = {
  closed: 'its encoder ended the connection',
  silent: 'nothing arrives from its encoder',
  no_frames: 'its encoder is connected but sends no picture',
  excess: 'it sends more than this server takes',
};

/** The loss of a camera as a line of its stream's history. */
export const lossMessage = (loss: CameraLoss | null): string =>
  loss ? `Camera lost: ${causes[loss.cause]}.` : 'Camera lost.';

/** The return of a camera as a line of its stream's history. @param durationMs how long it was away */
export const backAgain = (durationMs: number): string => `Camera back after ${durationWords(durationMs)}.`;
