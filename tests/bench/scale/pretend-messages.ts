import type { WorkerSpec } from '@/lib/contracts/worker-protocol';

/** Messages from the benchmark to its gateway, which passes them on to its pretended workers. */
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
