import { beforeEach, describe, expect, test } from 'vitest';
import { POST as createPreset, GET as listPresets } from '@/app/api/v1/events/[id]/presets/route';
import { DELETE as deletePreset, PATCH as updatePreset } from '@/app/api/v1/presets/[id]/route';
import type { PresetJson } from '@/lib/contracts/presets';
import { newId } from '@/lib/core/id';
import { deleteEvent } from '@/lib/events/delete-event';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
});

const arrangement = { layout: '1+5', order: [newId(), newId()], hides_off: true, solo: newId() };
const save = (preset: object, eventId = event.id): Promise<Answer> =>
  call(createPreset, { method: 'POST', token: user.token, params: { id: eventId }, body: { preset } });
const saved = async (name: string, eventId?: string): Promise<PresetJson> => {
  const { status, body } = await save({ name, ...arrangement }, eventId);
  expect(status).toBe(201);
  return (body as { data: PresetJson }).data;
};
const namesOf = async (): Promise<string[]> => {
  const { body } = await call(listPresets, { token: user.token, params: { id: event.id } });
  return (body as { data: PresetJson[] }).data.map(({ attributes }) => attributes.name);
};
const change = (id: string, preset: object): Promise<Answer> =>
  call(updatePreset, { method: 'PATCH', token: user.token, params: { id }, body: { preset } });

test('a preset is saved as it was given, and the event’s are listed oldest first', async () => {
  const preset = await saved('Interview');
  expect(preset).toMatchObject({
    type: 'preset',
    attributes: { name: 'Interview', event_id: event.id, ...arrangement },
  });
  await saved('Band');
  await saved('Elsewhere', (await makeEvent(user.actor)).id);
  expect(await namesOf()).toEqual(['Interview', 'Band']);
});

test('a name is there once in an event, whether a preset is saved or renamed', async () => {
  const sentence = 'This event has a preset of this name already: choose another name.';
  const conflict = { error: { code: 'conflict', message: sentence, errors: { 'preset.name': [sentence] } } };
  await saved('Interview');
  const band = await saved('Band');
  expect(await save({ name: 'Interview', ...arrangement })).toMatchObject({ status: 409, body: conflict });
  expect(await change(band.id, { name: 'Interview' })).toMatchObject({ status: 409, body: conflict });
  await saved('Interview', (await makeEvent(user.actor)).id);
  expect(await namesOf()).toEqual(['Interview', 'Band']);
});

test('what a change leaves out stays', async () => {
  const { id } = await saved('Interview');
  expect(await change(id, { name: 'Talk' })).toMatchObject({
    status: 200,
    body: { data: { attributes: { name: 'Talk', ...arrangement } } },
  });
  const other = { layout: 'pip', order: [], hides_off: false, solo: null };
  expect(await change(id, other)).toMatchObject({ body: { data: { attributes: { name: 'Talk', ...other } } } });
});

test('a preset is deleted once, and with its event', async () => {
  const { id } = await saved('Interview');
  const remove = () => call(deletePreset, { method: 'DELETE', token: user.token, params: { id } });
  expect((await remove()).status).toBe(204);
  expect(await remove()).toMatchObject({ status: 404, body: { error: { message: 'This preset does not exist.' } } });
  expect((await change(id, { name: 'Talk' })).status).toBe(404);
  await saved('Band');
  await deleteEvent(user.actor, event.id);
  expect(await db().multiviewPreset.count({ where: { eventId: event.id } })).toBe(0);
});

test('an event has at most 50 presets, also when many are saved at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 52 }, (_, index) => save({ name: `${index}`, ...arrangement })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'limit_reached', message: /^This event has 50 presets/ } });
  }
});

describe('refuses', () => {
  test.each([
    ['no preset', undefined, 'preset', 'Preset is required.'],
    ['no name', { ...arrangement }, 'preset.name', 'Preset name is required.'],
    [
      'a layout that there is not',
      { ...arrangement, name: 'x', layout: '1+6' },
      'preset.layout',
      'Layout must be one of the multiview’s.',
    ],
    [
      'too long an order',
      { ...arrangement, name: 'x', order: Array.from({ length: 501 }, newId) },
      'preset.order',
      'A preset can order at most 500 streams.',
    ],
  ])('%s', async (_, preset, field, sentence) => {
    const answer = await call(createPreset, {
      method: 'POST',
      token: user.token,
      params: { id: event.id },
      body: { preset },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: { errors: { [field]: [sentence] } } } });
    expect(await namesOf()).toEqual([]);
  });

  test('an event that does not exist', async () => {
    const answer = await save({ name: 'x', ...arrangement }, newId());
    expect(answer).toMatchObject({ status: 404, body: { error: { message: 'This event does not exist.' } } });
  });
});
