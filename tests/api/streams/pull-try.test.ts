import { expect, test } from 'vitest';
import { POST as createPullTry, GET as getPullTry } from '@/app/api/v1/pull_try/route';
import { readPullAddress } from '@/lib/contracts/pull-address';
import type { PullFinding } from '@/lib/contracts/pull-try';
import { db } from '@/lib/platform/db/db';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { refusedPasswords } from '@/lib/platform/limits/refused-passwords';
import { call } from '../../support/api/api';
import { makeUser } from '../../support/api/factories';

const secretAddress = 'rtsp://user:secret-password@cam.example.com/1?token=secret-token';

const begin = (token: string, address: string) =>
  call(createPullTry, { method: 'POST', token, body: { pull_try: { address } } });
const look = (token: string) => call(getPullTry, { method: 'GET', token });

test('an address is tried by a gateway, one at a time, and neither answered nor audited with its secrets', async () => {
  const { actor, token } = await makeUser();
  const { organizationId } = actor;
  expect(await look(token)).toMatchObject({ status: 200, body: { data: null } });
  const answer = await begin(token, secretAddress);
  expect(answer).toMatchObject({ status: 201, body: { data: { attributes: { state: 'trying', fault: null } } } });
  expect(await begin(token, secretAddress)).toMatchObject({ status: 409 });
  const row = await db().pullTry.findUniqueOrThrow({ where: { organizationId } });
  expect(pullTargets.open(row.id, row.target)).toEqual({ address: secretAddress, isOperators: expect.any(Boolean) });
  const entries = await db().auditEntry.findMany({ where: { organizationId, action: 'pull_tries.create' } });
  expect(entries).toMatchObject([{ thingName: 'rtsp://cam.example.com/1' }]);
  for (const told of [answer, row, entries]) expect(JSON.stringify(told)).not.toContain('secret-');

  const video = { codec: 'h264', width: 1920, height: 1080, fps: 25 };
  const audio = { codec: 'aac', sampleRateHz: 48_000, channels: 2 };
  const finding: PullFinding = { fault: null, video, audio, picture: 'SGVsbG8=' };
  await db().pullTry.update({ where: { organizationId }, data: { finding } });
  const attributes = {
    state: 'found',
    problem: null,
    video,
    audio: { codec: 'aac', sample_rate_hz: 48_000, channels: 2 },
    picture: 'SGVsbG8=',
  };
  expect(await look(token)).toMatchObject({ status: 200, body: { data: { attributes } } });
  expect(await begin(token, secretAddress)).toMatchObject({ status: 201 });
});

test('a fault is named in words, and so is a try that no gateway answers', async () => {
  const { actor, token } = await makeUser();
  const { organizationId } = actor;
  await begin(token, secretAddress);
  const finding = { fault: 'unauthorized', video: null, audio: null, picture: null };
  await db().pullTry.update({ where: { organizationId }, data: { finding } });
  const refused = { state: 'failed', fault: 'unauthorized', problem: 'The camera refuses user and password.' };
  expect(await look(token)).toMatchObject({ body: { data: { attributes: refused } } });
  const longAgo = new Date(Date.now() - 60_000);
  await begin(token, 'srt://other.example.com:9000');
  await db().pullTry.update({ where: { organizationId }, data: { createdAt: longAgo } });
  const silent = { state: 'failed', fault: 'no_answer', problem: 'No gateway has tried the address.' };
  expect(await look(token)).toMatchObject({ body: { data: { attributes: silent } } });
});

test('neither an inside address nor a password a minute after a refused one is tried', async () => {
  const { token } = await makeUser();
  expect(await begin(token, 'rtsp://127.0.0.1/1')).toMatchObject({ status: 422 });
  expect(await begin(token, 'not an address')).toMatchObject({ status: 422 });
  const address = 'rtsp://user:wrong@locks-out.example.com/1';
  const parts = readPullAddress(address);
  if (typeof parts === 'string') throw new Error(parts);
  await refusedPasswords.note(parts);
  expect(await begin(token, address)).toMatchObject({ status: 429 });
  expect(await begin(token, 'rtsp://user:wrong@locks-out.example.com:8554/1')).toMatchObject({ status: 201 });
});
