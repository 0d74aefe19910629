import type { LossCause, WorkerReport } from '@/lib/contracts/worker-protocol';

/** Why a camera that was live is lost, and how long ago its last frame came. */
export interface CameraLoss {
  cause: LossCause | 'excess';
  agoMs: number;
}

/** Beyond its bitrate a camera counts as gone, whatever its worker says of why. */
export function cameraLossOf(report: WorkerReport | null): CameraLoss | null {
  if (!report?.loss) return null;
  const { cause, agoMs } = report.loss;
  return { cause: report.excess ? 'excess' : cause, agoMs };
}
