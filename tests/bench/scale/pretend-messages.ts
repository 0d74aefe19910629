import type { WorkerSpec } from '@/lib/contracts/worker-protocol';

/** What the benchmark tells its gateway, and that its pretended workers. */
export type PretendOrder =
  | { type: 'ensure'; spec: WorkerSpec }
  | { type: 'remove'; workerId: string }
  /** Whether all cameras send. */
  | { type: 'live'; isLive: boolean };

/** From the pretended workers to their driver. */
export interface PretendEnd {
  type: 'ended';
  workerId: string;
}
