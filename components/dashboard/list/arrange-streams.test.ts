import { describe, expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { arrangeStreams, countKinds, groupByEvent, type ShownKind } from './arrange-streams';

const make = (name: string, event: string, attributes: Partial<StreamJson['attributes']> = {}) =>
  ({
    id: `${event} ${name}`,
    attributes: {
      name,
      number: Number(name.split(' ')[1]),
      event_id: event,
      status: 'active',
      signal: 'live',
      findings: [],
      ...attributes,
    },
  }) as unknown as StreamJson;

const streams = [
  make('Camera 10', 'Gala'),
  make('Camera 2', 'Gala'),
  make('Camera 1', 'Concert', { status: 'stopped', signal: 'none' }),
  make('Camera 2', 'Concert', { signal: 'lost' }),
  make('Camera 1', 'Service', { status: 'error', status_reason: 'It crashed.' }),
  make('Camera 3', 'Gala', { signal: 'none' }),
];

const arrange = (kind: ShownKind = 'all', search = '') =>
  arrangeStreams(streams, { kind, search, eventName: ({ attributes }) => attributes.event_id }).map(({ id }) => id);

test('the most urgent come first, then by event and number', () => {
  expect(arrange()).toEqual([
    'Concert Camera 2',
    'Service Camera 1',
    'Gala Camera 3',
    'Gala Camera 2',
    'Gala Camera 10',
    'Concert Camera 1',
  ]);
});

test.each<[ShownKind, string[]]>([
  ['trouble', ['Concert Camera 2', 'Service Camera 1']],
  ['live', ['Gala Camera 2', 'Gala Camera 10']],
  ['off', ['Concert Camera 1']],
])('the kind %s', (kind, ids) => {
  expect(arrange(kind)).toEqual(ids);
  expect(countKinds(streams)[kind]).toBe(ids.length);
});

describe('the search', () => {
  test.each([
    ['gala 10', ['Gala Camera 10']],
    ['  2 CAMERA concert', ['Concert Camera 2']],
    ['nobody', []],
  ])('for %j', (search, ids) => {
    expect(arrange('all', search)).toEqual(ids);
  });
});

test('groups keep the order inside, and the most urgent group is first', () => {
  const arranged = arrangeStreams(streams, {
    kind: 'all',
    search: '',
    eventName: ({ attributes }) => attributes.event_id,
  });
  expect(
    groupByEvent(arranged).map(([event, group]) => [event, group.map(({ attributes }) => attributes.name)]),
  ).toEqual([
    ['Concert', ['Camera 2', 'Camera 1']],
    ['Service', ['Camera 1']],
    ['Gala', ['Camera 3', 'Camera 2', 'Camera 10']],
  ]);
});

test('500 streams are arranged well within a frame', () => {
  const many = Array.from({ length: 500 }, (_, index) => make(`Camera ${index}`, `Event ${index % 30}`));
  const startedAtMs = performance.now();
  expect(
    arrangeStreams(many, { kind: 'all', search: 'camera', eventName: ({ attributes }) => attributes.event_id }),
  ).toHaveLength(500);
  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});
