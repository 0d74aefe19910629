import { expect, test } from 'vitest';
import { newRecorderState } from '@/lib/contracts/recordings';
import { db } from '@/lib/platform/db/db';
import { startRecording } from '@/lib/use-cases/recordings/camera-recording';
import { recordRecorder } from '@/server/gateway/recordings/recorder-publisher';
import { makeStream, makeUser } from '../../support/api/factories';

const gatewayId = 'a-gateway';

test('a recording has the bytes of all its workers, each of which counts from zero', async () => {
  const { actor } = await makeUser();
  const { id } = await makeStream(actor);
  await db().stream.update({ where: { id }, data: { status: 'active', leaseOwner: gatewayId } });
  const recordingId = (await startRecording(actor, id)).recordingId ?? '';
  const report = (sizeBytes: number, by = gatewayId) =>
    recordRecorder(id, { gatewayId: by, state: { ...newRecorderState, recordingId, sizeBytes } });
  const sizes = async () => {
    const { recorder } = await db().stream.findUniqueOrThrow({ where: { id } });
    const { sizeBytes } = await db().recording.findUniqueOrThrow({ where: { id: recordingId } });
    return [Number(sizeBytes), (recorder as { sizeBytes: number }).sizeBytes];
  };
  for (const [sizeBytes, total] of [
    [1_000, 1_000],
    [5_000, 5_000],
    [5_000, 5_000],
    [700, 5_700],
    [900, 5_900],
    [0, 5_900],
    [3_000_000_000, 3_000_005_900],
  ] as const) {
    expect(await report(sizeBytes)).toBe(true);
    expect(await sizes()).toEqual([total, total]);
  }
  expect(await report(1, 'another-gateway')).toBe(false);
  expect(await sizes()).toEqual([3_000_005_900, 3_000_005_900]);
});
