import type { StreamSignal } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { insertIncident } from '@/lib/use-cases/streams/state/record-incident';
import type { CameraLoss } from '../diagnosis/camera-loss';

interface Reading {
  gatewayId: string;
  generation: number;
  signal: StreamSignal;
  /** Cause of a camera's loss, where its worker knows it. */
  loss: CameraLoss | null;
}

/**
 * Records and publishes a stream's signal, while the gateway holds its lease in this generation. That a live camera is
 * lost, and that it is back, are lines of the stream's history.
 */
export async function recordSignal(streamId: string, { gatewayId, generation, signal, loss }: Reading): Promise<void> {
  const where = { id: streamId, leaseOwner: gatewayId, generation, status: 'active', signal: { not: signal } } as const;
  const organizationId = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM streams WHERE id = ${streamId}::uuid FOR UPDATE`;
    const stream = await tx.stream.findFirst({ where });
    if (!stream) return null;
    const nowMs = Date.now();
    const isLost = stream.signal === 'live' && signal === 'lost';
    const wasLostAt = signal === 'live' ? stream.lostAt : null;
    let { lostAt } = stream;
    if (isLost) lostAt = new Date(nowMs - (loss?.agoMs ?? 0));
    else if (signal === 'live') lostAt = null;
    await tx.stream.update({ where: { id: streamId }, data: { signal, lostAt } });
    if (isLost) {
      const text = { code: 'signal_lost', figures: { cause: loss?.cause ?? null } } as const;
      await insertIncident(tx, streamId, { code: 'camera_lost', severity: 'critical', text });
    } else if (wasLostAt) {
      const text = { code: 'signal_back', figures: { durationMs: nowMs - wasLostAt.getTime() } } as const;
      await insertIncident(tx, streamId, { code: 'camera_back', severity: 'info', text });
    }
    return stream.organizationId;
  });
  if (organizationId) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
}
