import { expect, test } from 'vitest';
import { POST as startStream } from '@/app/api/v1/streams/[id]/start/route';
import { POST as stopStream } from '@/app/api/v1/streams/[id]/stop/route';
import type { StreamStatus } from '@/lib/contracts/streams';
import { db } from '@/lib/platform/db/db';
import { nextStatus, type StreamTransition } from '@/lib/use-cases/streams/state/stream-state';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';

const transitions: StreamTransition[] = ['start_requested', 'stop_requested', 'worker_stopped'];

test('twenty concurrent starts and twenty stops leave a row and a history that agree', async () => {
  const { actor, token } = await makeUser();
  const { id } = await makeStream(actor);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, press) =>
      call(press % 2 ? stopStream : startStream, { method: 'POST', token, params: { id } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));

  const stream = await db().stream.findUniqueOrThrow({ where: { id } });
  // Ids are made while the row is locked, so they are in the true order.
  const history = await db().streamIncident.findMany({ where: { streamId: id }, orderBy: { id: 'asc' } });
  const statuses = history.map(({ code }) => code.replace('status_', '') as StreamStatus);
  let status: StreamStatus = 'idle';
  for (const next of statuses) {
    expect(
      transitions.map((transition) => nextStatus(status, transition)).filter((reached) => reached !== status),
    ).toContain(next);
    status = next;
  }
  expect(stream.status).toBe(status);
  expect(stream.generation).toBe(statuses.filter((reached) => reached === 'provisioning').length);
  expect(stream.generation).toBeGreaterThan(0);
});
