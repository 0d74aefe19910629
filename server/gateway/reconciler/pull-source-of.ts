import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { ownServices } from '@/lib/platform/env/own-services';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import type { LeasedStream } from '../store/leased-stream';

/** The worker's source for a camera that is pulled: its address in plain, and where it may lead. */
export function pullSourceOf({
  id,
  pullTarget,
}: Pick<LeasedStream, 'id' | 'pullTarget'>): Extract<WorkerSource, { kind: 'pull' }> {
  const target = pullTarget === null ? null : pullTargets.open(id, pullTarget);
  return {
    kind: 'pull',
    address: target?.address ?? null,
    networks: pullNetworksFor(target?.isOperators ?? false),
    ownServices: ownServices(),
  };
}
