import { describe, expect, test } from 'vitest';
import { POST as stopStream } from '@/app/api/v1/streams/[id]/stop/route';
import { db } from '@/lib/platform/db/db';
import type { Prisma } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';

async function stop(data: Prisma.StreamUpdateInput) {
  const { actor, token } = await makeUser();
  const { id } = await makeStream(actor);
  await db().stream.update({ where: { id }, data });
  const answer = await call(stopStream, { method: 'POST', token, params: { id } });
  const incidents = await db().streamIncident.findMany({ where: { streamId: id }, orderBy: { id: 'asc' } });
  return {
    answer,
    stream: await db().stream.findUniqueOrThrow({ where: { id } }),
    codes: incidents.map(({ code }) => code),
  };
}

describe('POST /streams/{id}/stop', () => {
  test.each(['provisioning', 'active', 'error'] as const)(
    'leaves a stream that is %s to the gateway that holds it',
    async (status) => {
      const { answer, stream, codes } = await stop({ status, leaseOwner: 'gateway-1' });
      expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { status: 'stopping' } } } });
      expect(stream).toMatchObject({ status: 'stopping', leaseOwner: 'gateway-1' });
      expect(codes).toEqual(['status_stopping']);
    },
  );

  test.each(['provisioning', 'active', 'error'] as const)(
    'stops a stream that is %s at once where no gateway holds it',
    async (status) => {
      const { answer, stream, codes } = await stop({ status });
      expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { status: 'stopped' } } } });
      expect(stream).toMatchObject({ status: 'stopped', statusReason: null, stoppedAt: expect.any(Date) });
      expect(codes).toEqual(['status_stopping', 'status_stopped']);
    },
  );

  test('leaves the end of a stop that a gateway left half done to the gateway that takes the stream over', async () => {
    const { stream, codes } = await stop({ status: 'stopping', leaseOwner: 'gateway-1' });
    expect(stream).toMatchObject({ status: 'stopping', leaseOwner: 'gateway-1' });
    expect(codes).toEqual([]);
  });

  test.each(['idle', 'stopped'] as const)('changes nothing of a stream that is %s', async (status) => {
    const { answer, codes } = await stop({ status });
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { status } } } });
    expect(codes).toEqual([]);
  });
});
