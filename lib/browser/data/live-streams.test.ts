import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { applyStreamMessage } from './live-streams';
import { queryKeys } from './query-keys';

const stream = (id: string, eventId: string, attributes: Partial<StreamJson['attributes']> = {}) =>
  ({
    id,
    type: 'stream',
    attributes: { name: id, status: 'idle', signal: 'none', status_reason: null, event_id: eventId, ...attributes },
  }) as StreamJson;

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

const all = () => client.getQueryData<StreamJson[]>(queryKeys.streamList());
const ofEvent = (eventId: string) => client.getQueryData<StreamJson[]>(queryKeys.streamList(eventId));

function keepLists(...streams: StreamJson[]): void {
  client.setQueryData(queryKeys.streamList(), streams);
  for (const eventId of ['x', 'y']) {
    client.setQueryData(
      queryKeys.streamList(eventId),
      streams.filter(({ attributes }) => attributes.event_id === eventId),
    );
  }
}

test('a snapshot replaces every list, each event’s with its own streams', () => {
  keepLists(stream('gone', 'x'));
  const [a, b] = [stream('a', 'x'), stream('b', 'y')];
  applyStreamMessage(client, { type: 'streams_snapshot', streams: [a, b], is_complete: true });
  expect([all(), ofEvent('x'), ofEvent('y')]).toEqual([[a, b], [a], [b]]);
});

test('a snapshot is kept for pages opened later', () => {
  applyStreamMessage(client, { type: 'streams_snapshot', streams: [stream('a', 'x')], is_complete: true });
  expect(all()).toEqual([stream('a', 'x')]);
});

test('a snapshot that is not complete makes the lists load again, and removes nothing', () => {
  keepLists(stream('a', 'x'), stream('b', 'y'));
  applyStreamMessage(client, { type: 'streams_snapshot', streams: [stream('a', 'x')], is_complete: false });
  expect(all()?.map(({ id }) => id)).toEqual(['a', 'b']);
  for (const key of [queryKeys.streamList(), queryKeys.streamList('y')]) {
    expect(client.getQueryState(key)).toMatchObject({ isInvalidated: true });
  }
});

test('a new stream is added to its event and to the list of all, and to no other event', () => {
  keepLists(stream('a', 'x'));
  applyStreamMessage(client, { type: 'stream_upsert', stream: stream('b', 'y') });
  expect(all()?.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(ofEvent('x')?.map(({ id }) => id)).toEqual(['a']);
  expect(ofEvent('y')?.map(({ id }) => id)).toEqual(['b']);
});

test.each(['stream_remove', 'stream_deleted'] as const)('%s removes a stream from every list', (type) => {
  keepLists(stream('a', 'x'), stream('b', 'x'));
  applyStreamMessage(client, { type, stream_id: 'a' });
  expect([all(), ofEvent('x')]).toEqual([[stream('b', 'x')], [stream('b', 'x')]]);
});

test('status_update sets the status, and clears the reason of an earlier failure', () => {
  keepLists(stream('a', 'x', { status: 'error', status_reason: 'It broke.' }));
  const started_at = '2026-01-01T12:00:00.000Z';
  applyStreamMessage(client, { type: 'status_update', stream_id: 'a', status: 'active', signal: 'live', started_at });
  expect(ofEvent('x')?.[0]?.attributes).toMatchObject({
    name: 'a',
    status: 'active',
    signal: 'live',
    started_at,
    status_reason: null,
  });
});

test('error sets the status to error, with its reason', () => {
  keepLists(stream('a', 'x', { status: 'active' }));
  applyStreamMessage(client, { type: 'error', stream_id: 'a', status: 'error', message: 'It broke.' });
  expect(all()?.[0]?.attributes).toMatchObject({ status: 'error', status_reason: 'It broke.' });
});

test('an answer to an earlier request does not bring the old state back', async () => {
  keepLists(stream('a', 'x'));
  let answer: (streams: StreamJson[]) => void = () => undefined;
  const asked = client.fetchQuery({
    queryKey: queryKeys.streamList(),
    queryFn: () =>
      new Promise<StreamJson[]>((resolve) => {
        answer = resolve;
      }),
    staleTime: 0,
  });
  applyStreamMessage(client, { type: 'stream_remove', stream_id: 'a' });
  answer([stream('a', 'x')]);
  await asked.catch(() => undefined);
  expect(all()).toEqual([]);
});

test('a list that cannot be loaded keeps its failure when a message brings it', async () => {
  const key = queryKeys.streamList();
  let refuse: (error: Error) => void = () => undefined;
  const asked = client.fetchQuery({
    queryKey: key,
    queryFn: () =>
      new Promise<StreamJson[]>((_, reject) => {
        refuse = reject;
      }),
  });
  const snapshot = { type: 'streams_snapshot' as const, streams: [stream('a', 'x')], is_complete: true };
  applyStreamMessage(client, snapshot);
  refuse(new Error('No.'));
  await asked.catch(() => undefined);
  expect(client.getQueryState(key), 'refused after the message').toMatchObject({ status: 'error' });
  applyStreamMessage(client, snapshot);
  expect(client.getQueryState(key), 'refused before it').toMatchObject({ status: 'error', data: snapshot.streams });
});
