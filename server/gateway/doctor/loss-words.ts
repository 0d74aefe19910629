import type { LossCause } from '@/lib/contracts/worker-protocol';

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

/** A duration in its two largest units: 12 s, 3 min 5 s, 2 h 3 min. */
function durationWords(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
