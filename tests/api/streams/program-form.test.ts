import { expect, test } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { db } from '@/lib/platform/db/db';
import { readProgramEvents } from '@/server/gateway/programs/read-program-events';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeStream, makeUser } from '../../support/api/factories';

async function makeProgram() {
  const user = await makeUser();
  const { id, eventId } = await makeStream(user.actor, { name: 'Program' });
  await db().stream.update({ where: { id }, data: { sourceKind: 'program' } });
  const change = (form: unknown, token: string | undefined = user.token, stream = id) =>
    call(updateStream, { method: 'PATCH', token, params: { id: stream }, body: { stream: { program_form: form } } });
  return { user, id, eventId, change };
}

test('a program is steady until it is made clean, its worker is told, and the audit trail says so', async () => {
  const { id, eventId, change } = await makeProgram();
  const formOf = async () => (await readProgramEvents([eventId])).get(eventId)?.form;
  expect(await formOf()).toBe('steady');
  expect(await change('clean')).toMatchObject({
    status: 200,
    body: { data: { attributes: { program_form: 'clean' } } },
  });
  expect(await formOf()).toBe('clean');
  const entries = await db().auditEntry.findMany({
    where: { thingId: id, action: 'streams.change_program_form' },
  });
  expect(entries.map(({ detail }) => detail)).toEqual(['to clean']);
});

test('no other form is taken, and none for a camera', async () => {
  const { user, change } = await makeProgram();
  const refusal = (sentence: RegExp) => ({
    status: 422,
    body: { error: { errors: { 'stream.program_form': [expect.stringMatching(sentence)] } } },
  });
  expect(await change('dirty')).toMatchObject(refusal(/steady or clean/));
  const camera = await makeStream(user.actor);
  expect(await change('clean', user.token, camera.id)).toMatchObject(refusal(/for a program/));
});

test('the form is changed by nobody but those who may change cameras', async () => {
  const { user, id, change } = await makeProgram();
  const callers = [
    [(await makeUser()).token, 404],
    [(await makeColleague(user.actor, 'viewer')).token, 403],
    [(await makeApiToken(user.actor, 'read')).token, 403],
    ['nobody', 401],
  ] as const;
  for (const [token, status] of callers) expect(await change('clean', token)).toMatchObject({ status });
  expect(await db().stream.findUniqueOrThrow({ where: { id } })).toMatchObject({ programForm: 'steady' });
  const { token } = await makeColleague(user.actor, 'member');
  expect(await change('clean', token)).toMatchObject({ status: 200 });
});
