import { beforeEach, describe, expect, test } from 'vitest';
import { POST as createPreset, GET as listPresets } from '@/app/api/v1/events/[id]/presets/route';
import { DELETE as deletePreset, PATCH as updatePreset } from '@/app/api/v1/presets/[id]/route';
import type { CreatePresetInput, PresetJson } from '@/lib/contracts/presets';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import type { Event, Stream } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
let streams: Stream[];

let arrangement: Omit<CreatePresetInput['preset'], 'name'>;
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  streams = [await makeStream(user.actor, { eventId: event.id }), await makeStream(user.actor, { eventId: event.id })];
  const ids = streams.map(({ id }) => id);
  arrangement = { layout: '1+5', order: ids.toReversed(), hides_off: true, solo: ids[0] ?? null };
});

const save = (preset: object, eventId = event.id): Promise<Answer> =>
  call(createPreset, { method: 'POST', token: user.token, params: { id: eventId }, body: { preset } });
const nothing = { layout: 'auto', order: [], hides_off: false, solo: null };
const saved = async (name: string, eventId?: string): Promise<PresetJson> => {
  const { status, body } = await save(Object.assign({ name }, eventId ? nothing : arrangement), eventId);
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
    const message = 'This event has 50 presets, as many as it may have: delete one to add another.';
    expect(body).toEqual({ error: { code: 'limit_reached', message, errors: [message] } });
  }
});

describe('refuses', () => {
  test.each<[string, object | undefined, string, string]>([
    ['no preset', undefined, 'preset', 'Preset is required.'],
    ['no name', nothing, 'preset.name', 'Preset name is required.'],
    [
      'a layout that there is not',
      { ...nothing, name: 'x', layout: '1+6' },
      'preset.layout',
      'Layout must be one of the multiview’s.',
    ],
    [
      'too long an order',
      { ...nothing, name: 'x', order: Array.from({ length: 501 }, newId) },
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

  test.each(['order', 'solo'] as const)('a stream that the event does not have, in %s', async (part) => {
    const elsewhere = await makeStream(user.actor);
    const foreign = await makeStream((await makeUser()).actor);
    const { id } = await saved('Interview');
    for (const stream of [elsewhere.id, foreign.id, newId()]) {
      const given = part === 'order' ? { order: [stream] } : { solo: stream };
      const saving = await save(Object.assign({ name: 'x' }, arrangement, given));
      const changing = await change(id, given);
      for (const { status, body } of [saving, changing]) {
        expect(status).toBe(404);
        expect(body).toMatchObject({
          error: { message: 'This preset names a camera that the event does not have: load the page again.' },
        });
      }
    }
    expect(await namesOf()).toEqual(['Interview']);
  });

  test('an event that does not exist', async () => {
    const answer = await save({ name: 'x', ...arrangement }, newId());
    expect(answer).toMatchObject({ status: 404, body: { error: { message: 'This event does not exist.' } } });
  });
});
