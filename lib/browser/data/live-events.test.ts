import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { applyEventMessage } from './live-events';
import { queryKeys } from './query-keys';

const created_at = '2026-01-01T12:00:00.000Z';
const event = (id: string, name = id): EventSummaryJson => ({
  id,
  type: 'event',
  attributes: {
    name,
    livekit_room_name: `room-${id}`,
    is_default: false,
    starts_at: null,
    ends_at: null,
    time_zone: 'UTC',
    records_when_on: false,
    keeps_in_step_by_sound: true,
    keeps_players_in_step: false,
    players_delay_ms: null,
    multiview: null,
    wall: null,
    alarms: defaultAlarms,
    alarms_muted_until: null,
    floor_plan: null,
    created_at,
  },
});
const withToken = (summary: EventSummaryJson): EventJson => ({
  ...summary,
  attributes: { ...summary.attributes, livekit_token: 'mine', livekit_url: 'ws://127.0.0.1' },
});

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
afterEach(() => client.clear());

const list = () => client.getQueryData<EventSummaryJson[]>(queryKeys.events);
const keepList = (...events: EventSummaryJson[]) => client.setQueryData(queryKeys.events, events);

test('a snapshot replaces the list, also for pages opened later', () => {
  applyEventMessage(client, { type: 'events_snapshot', events: [event('a')], is_complete: true });
  applyEventMessage(client, { type: 'events_snapshot', events: [event('b')], is_complete: true });
  expect(list()).toEqual([event('b')]);
});

test('a new event is appended, a changed one replaced, a deleted one removed', () => {
  keepList(event('a'));
  applyEventMessage(client, { type: 'event_upsert', event: event('b') });
  applyEventMessage(client, { type: 'event_upsert', event: event('a', 'Gala') });
  expect(list()).toEqual([event('a', 'Gala'), event('b')]);
  applyEventMessage(client, { type: 'event_remove', event_id: 'a' });
  expect(list()).toEqual([event('b')]);
});

test.each(['event_upsert', 'events_snapshot'] as const)('%s renames the open event and keeps its token', (type) => {
  client.setQueryData(queryKeys.event('a'), withToken(event('a')));
  const gala = event('a', 'Gala');
  applyEventMessage(
    client,
    type === 'event_upsert' ? { type, event: gala } : { type, events: [gala], is_complete: true },
  );
  expect(client.getQueryData(queryKeys.event('a'))).toEqual(withToken(gala));
});

test.each<MessageOf<'EventsChannel'>>([
  { type: 'event_remove', event_id: 'a' },
  { type: 'events_snapshot', events: [event('b')], is_complete: true },
])('$type makes the page of a deleted event say so', (message) => {
  client.setQueryData(queryKeys.event('a'), withToken(event('a')));
  applyEventMessage(client, message);
  expect(client.getQueryState(queryKeys.event('a'))).toMatchObject({
    status: 'error',
    data: undefined,
    error: { status: 404, message: 'This event was deleted.' },
  });
});

test('a snapshot that is not complete makes the list and open events load again, and deletes nothing', () => {
  keepList(event('a'), event('b'));
  client.setQueryData(queryKeys.event('b'), withToken(event('b')));
  applyEventMessage(client, { type: 'events_snapshot', events: [event('a', 'Gala')], is_complete: false });
  expect(list()).toEqual([event('a'), event('b')]);
  expect(client.getQueryState(queryKeys.events)).toMatchObject({ isInvalidated: true });
  expect(client.getQueryState(queryKeys.event('b'))).toMatchObject({ status: 'success', isInvalidated: true });
});

test('an update leaves a cached event as old as its token is', () => {
  const updatedAt = Date.now() - 600_000;
  client.setQueryData(queryKeys.event('a'), withToken(event('a')), { updatedAt });
  applyEventMessage(client, { type: 'events_snapshot', events: [event('a', 'renamed')], is_complete: true });
  expect(client.getQueryState(queryKeys.event('a'))).toMatchObject({
    data: { attributes: { name: 'renamed' } },
    dataUpdatedAt: updatedAt,
  });
});

test('an answer to an earlier request brings its token, and not the old name', async () => {
  let answer: (event: EventJson) => void = () => undefined;
  const asked = client.fetchQuery({
    queryKey: queryKeys.event('a'),
    queryFn: () =>
      new Promise<EventJson>((resolve) => {
        answer = resolve;
      }),
  });
  applyEventMessage(client, { type: 'event_upsert', event: event('a', 'Gala') });
  answer(withToken(event('a')));
  await asked;
  await expect.poll(() => client.getQueryData(queryKeys.event('a'))).toEqual(withToken(event('a', 'Gala')));
});

test('a list that the API refuses is shown as far as the cable tells it, and the refusal is not forgotten', async () => {
  const load = client.fetchQuery({ queryKey: queryKeys.events, queryFn: () => Promise.reject(new Error('Refused.')) });
  const snapshot: MessageOf<'EventsChannel'> = { type: 'events_snapshot', events: [event('a')], is_complete: true };
  applyEventMessage(client, snapshot);
  await expect(load).rejects.toThrow('Refused.');
  expect(client.getQueryState(queryKeys.events)).toMatchObject({ status: 'error', data: [event('a')] });
  applyEventMessage(client, { type: 'event_upsert', event: event('b') });
  expect(client.getQueryState(queryKeys.events)).toMatchObject({ status: 'error', data: [event('a'), event('b')] });
});

test('an answer that was under way when a message came does not undo it', async () => {
  let answer: (events: EventSummaryJson[]) => void = () => undefined;
  const load = client.fetchQuery({
    queryKey: queryKeys.events,
    queryFn: () =>
      new Promise<EventSummaryJson[]>((resolve) => {
        answer = resolve;
      }),
  });
  applyEventMessage(client, { type: 'events_snapshot', events: [event('a')], is_complete: true });
  applyEventMessage(client, { type: 'event_remove', event_id: 'a' });
  answer([event('a')]);
  await load;
  expect(list()).toEqual([]);
});
