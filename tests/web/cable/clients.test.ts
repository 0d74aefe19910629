import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { serveCable } from '../../support/cable/cable';
import { type CableClient, clients } from '../../support/cable/cable-clients';
import { until } from '../../support/until';

const cable = serveCable();
let user: SignedInUser;
beforeAll(async () => {
  user = await makeUser();
});

describe.each(clients)('%s', (_, connectTo) => {
  const opened: CableClient[] = [];
  const connect = (token = user.token, url = cable.url) => {
    const client = connectTo(url, token);
    opened.push(client);
    return client;
  };
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });

  test('welcome: is connected', async () => {
    const client = connect();
    await until('the client is connected', () => client.isConnected());
  });

  test('ack: a subscription is confirmed once, and the state follows', async () => {
    const { events, messages } = connect().subscribe('StreamsChannel');
    await until('a message arrives', () => messages.length > 0);
    await sleep(700);
    // AnyCable's client reports a message before the confirmation that precedes it.
    expect(events.toSorted()).toEqual(['connected', 'received']);
    expect(messages).toMatchObject([{ type: 'streams_snapshot' }]);
  });

  test('ack: a subscription is rejected once, and not retried', async () => {
    const { events } = connect().subscribe('StreamStatusChannel', { stream_id: newId() });
    await until('the subscription is answered', () => events.length > 0);
    await sleep(700);
    expect(events).toEqual(['rejected']);
  });

  test('an unknown channel is rejected', async () => {
    const { events } = connect().subscribe('NowhereChannel');
    await until('the subscription is answered', () => events.length > 0);
    expect(events).toEqual(['rejected']);
  });

  test('params: two identifiers of one channel, each with its own messages', async () => {
    const [a, b] = [await makeStream(user.actor), await makeStream(user.actor)];
    const client = connect();
    const [ofA, ofB] = [a, b].map(({ id }) => client.subscribe('StreamStatusChannel', { stream_id: id }));
    if (!ofA || !ofB) throw new Error('no subscriptions');
    await until('both subscriptions have messages', () => ofA.messages.length > 0 && ofB.messages.length > 0);
    await updateStream(user.actor, a.id, { name: 'A' });
    await until('the first subscription has all its messages', () => ofA.messages.length === 3);
    expect(ofA.messages.map(({ type }) => type)).toEqual(['status_update', 'stream_updated', 'status_update']);
    expect(ofB.messages.map(({ type }) => type)).toEqual(['status_update']);
  });

  test('several clients: each receives a change', async () => {
    const { id } = await makeStream(user.actor);
    const all = [connect(), connect(), connect()].map((client) => client.subscribe('StreamsChannel'));
    for (const { messages } of all) await until('each client has its snapshot', () => messages.length > 0);
    await updateStream(user.actor, id, { name: 'For all' });
    for (const { messages } of all)
      await until('each client has the change', () => messages.some(({ type }) => type === 'stream_upsert'));
  });

  test('several streams by one connection', async () => {
    const client = connect();
    const { id } = await makeStream(user.actor);
    const all = [
      client.subscribe('StreamsChannel'),
      client.subscribe('StreamStatusChannel', { stream_id: id }),
      client.subscribe('StreamMetricsChannel', { stream_id: id }),
    ];
    for (const { events } of all) await until('all subscriptions are confirmed', () => events.includes('connected'));
  });

  test('stop: no messages after unsubscribing', async () => {
    const { id } = await makeStream(user.actor);
    const client = connect();
    const stopped = client.subscribe('StreamStatusChannel', { stream_id: id });
    const witness = client.subscribe('StreamsChannel');
    await until('both clients have their snapshot', () => stopped.messages.length > 0 && witness.messages.length > 0);
    stopped.unsubscribe();
    await sleep(100);
    const { length } = stopped.messages;
    await updateStream(user.actor, id, { name: 'Renamed' });
    await until('the witness has the change', () => witness.messages.some(({ type }) => type === 'stream_upsert'));
    expect(stopped.messages).toHaveLength(length);
  });

  test('transmissions: messages arrive in order, and the last one shows the last state', async () => {
    const { id } = await makeStream(user.actor);
    const { messages } = connect().subscribe('StreamStatusChannel', { stream_id: id });
    await until('the snapshot arrives', () => messages.length > 0);
    for (let count = 1; count <= 20; count++) await updateStream(user.actor, id, { name: `Name ${count}` });
    const names = () => messages.flatMap(({ stream }) => (stream as typeof named)?.attributes.name ?? []);
    await until('the last name arrives', () => names().at(-1) === 'Name 20');
    const numbers = names().map((name) => Number(name.slice('Name '.length)));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  test('remote disconnect: a revoked auth session ends the connection, and the client does not reconnect', async () => {
    const leaver = await makeUser();
    const client = connect(leaver.token);
    const { events } = client.subscribe('StreamsChannel');
    await until('the client is connected', () => events.includes('connected'));
    await logOut(leaver.actor);
    await until('the client is disconnected', () => !client.isConnected());
    const before = events.filter((event) => event === 'connected').length;
    await sleep(1_500);
    expect(client.isConnected()).toBe(false);
    expect(events.filter((event) => event === 'connected')).toHaveLength(before);
  });

  test('unauthorized: the client does not retry', async () => {
    const client = connect('nonsense');
    const { events } = client.subscribe('StreamsChannel');
    await sleep(1_500);
    expect(client.isConnected()).toBe(false);
    expect(events).not.toContain('connected');
  });
});

declare const named: { attributes: { name: string } } | undefined;
