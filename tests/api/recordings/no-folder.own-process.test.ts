import { expect, test } from 'vitest';
import { POST as startRecording } from '@/app/api/v1/streams/[id]/recording/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeStream, makeUser } from '../../support/api/factories';

test('an installation without a folder for recordings says so', async () => {
  process.env.RECORDINGS_DIR = '';
  const { actor, token } = await makeUser();
  const { id } = await makeStream(actor);
  await db().stream.update({ where: { id }, data: { status: 'active' } });
  expect(await call(startRecording, { method: 'POST', token, params: { id } })).toMatchObject({
    status: 409,
    body: { error: { message: 'This installation does not record: its RECORDINGS_DIR is not set.' } },
  });
});
