import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();
let user: SignedInUser;
beforeAll(async () => {
  user = await makeUser();
});

const connect = () => RawClient.welcome(cable.url, user.token);
const answersTo = (client: RawClient, identifier: string) =>
  client.frames.filter((frame) => frame.identifier === identifier && frame.type).map(({ type }) => type);

describe('identifiers', () => {
  test('are echoed byte for byte, however they are spelled', async () => {
    const { id } = await makeStream(user.actor);
    const client = await connect();
    const spellings = [
      `{"stream_id":"${id}","channel":"StreamStatusChannel"}`,
      `{ "channel" : "StreamStatusChannel",  "stream_id":"${id}" }`,
      `{"channel":"StreamStatusChannel","stream_id":"${id.toUpperCase()}","note":"\\u00e9 é"}`,
    ];
    for (const identifier of spellings) expect(await client.subscribe(identifier)).toBe('confirm_subscription');
    await updateStream(user.actor, id, { name: 'Renamed' });
    for (const identifier of spellings) {
      await until('the change arrives', () =>
        client.messages(identifier).some(({ type }) => type === 'stream_updated'),
      );
    }
  });
});

describe('reject', () => {
  test.each([
    ['an unknown channel', '{"channel":"NowhereChannel"}'],
    ['an identifier that is not JSON', 'StreamsChannel'],
    ['an identifier that is not an object', '[]'],
    ['an identifier without a channel', '{"stream_id":"1"}'],
    ['a stream channel without a stream', '{"channel":"StreamStatusChannel"}'],
    ['a number that is not a stream', '{"channel":"StreamStatusChannel","stream_id":42}'],
    ['a text that is not an id', '{"channel":"StreamMetricsChannel","stream_id":"\' OR 1=1"}'],
    ['a stream that does not exist', identifiers.status(newId())],
    ['an identifier of 2,000 characters', `{"channel":"StreamsChannel","x":"${'x'.repeat(2_000)}"}`],
  ])('%s', async (_, identifier) => {
    const client = await connect();
    expect(await client.subscribe(identifier)).toBe('reject_subscription');
    expect(client.frames).toHaveLength(2);
  });

  test.each([
    ['StreamStatusChannel', identifiers.status],
    ['StreamMetricsChannel', identifiers.metrics],
  ])('%s of another organization, exactly as one that does not exist', async (_, identifierOf) => {
    const other = await makeUser();
    const { id } = await makeStream(other.actor);
    const client = await connect();
    const [foreign, missing] = [identifierOf(id), identifierOf(newId())];
    expect(await client.subscribe(foreign)).toBe('reject_subscription');
    expect(await client.subscribe(missing)).toBe('reject_subscription');
    const [a, b] = [foreign, missing].map((identifier) =>
      client.texts.find((text) => text.includes(JSON.stringify(identifier)))?.replace(JSON.stringify(identifier), ''),
    );
    expect(a).toBe(b);
    const owner = await RawClient.welcome(cable.url, other.token);
    await owner.subscribe(identifiers.status(id));
    await updateStream(other.actor, id, { name: 'Secret' });
    // Heard where it belongs, it would be at the other client, too.
    await until('the owner hears of it', () => owner.texts.join().includes('Secret'));
    await client.settled();
    expect(client.texts.join()).not.toContain('Secret');
  });

  test('the 101st subscription of a connection, and not the first 100', async () => {
    const { id } = await makeStream(user.actor);
    const client = await connect();
    const many = Array.from({ length: 101 }, (_, index) =>
      JSON.stringify({ channel: 'StreamStatusChannel', stream_id: id, index }),
    );
    for (const identifier of many) client.send('subscribe', identifier);
    await client.frame(({ type }) => type === 'reject_subscription');
    expect(client.frames.filter(({ type }) => type === 'confirm_subscription')).toHaveLength(100);
    expect(answersTo(client, many[100] ?? '')).toEqual(['reject_subscription']);
  });
});

describe('order', () => {
  test('subscribe, unsubscribe and subscribe sent at once are carried out in order', async () => {
    const client = await connect();
    client.send('subscribe', identifiers.streams);
    client.send('unsubscribe', identifiers.streams);
    client.send('subscribe', identifiers.streams);
    await client.settled();
    expect(answersTo(client, identifiers.streams)).toEqual(['confirm_subscription', 'confirm_subscription']);
  });

  test('answers arrive in the order of the commands, slow and fast ones mixed', async () => {
    const { id } = await makeStream(user.actor);
    const client = await connect();
    const inOrder = [identifiers.status(id), '{"channel":"Nowhere"}', identifiers.streams, identifiers.status(newId())];
    for (const identifier of inOrder) client.send('subscribe', identifier);
    await client.settled();
    const answered = client.frames.filter(({ type }) => type?.endsWith('_subscription'));
    expect(answered.map(({ identifier }) => identifier).slice(0, 4)).toEqual(inOrder);
  });
});

describe('unsubscribe', () => {
  test('is not acknowledged, and ends the messages', async () => {
    const { id } = await makeStream(user.actor);
    const [client, witness] = [await connect(), await connect()];
    for (const each of [client, witness]) await each.subscribe(identifiers.status(id));
    client.send('unsubscribe', identifiers.status(id));
    await client.settled();
    const before = client.messages(identifiers.status(id)).length;
    await updateStream(user.actor, id, { name: 'Renamed' });
    await until('the witness has the change', () =>
      witness.messages(identifiers.status(id)).some(({ type }) => type === 'stream_updated'),
    );
    expect(client.messages(identifiers.status(id))).toHaveLength(before);
    expect(answersTo(client, identifiers.status(id))).toEqual(['confirm_subscription']);
  });
});

describe('duplicate subscribe', () => {
  test('while the first is pending: a single confirmation', async () => {
    const client = await connect();
    for (let count = 0; count < 5; count++) client.send('subscribe', identifiers.streams);
    await client.settled();
    expect(answersTo(client, identifiers.streams)).toEqual(['confirm_subscription']);
  });

  test('within 500 ms of the confirmation: no further confirmation', async () => {
    const client = await connect();
    await client.subscribe(identifiers.streams);
    client.send('subscribe', identifiers.streams);
    await client.settled();
    expect(answersTo(client, identifiers.streams)).toEqual(['confirm_subscription']);
  });

  test('later: confirmed again with the state, and messages still arrive once', async () => {
    const { id } = await makeStream(user.actor);
    const client = await connect();
    await client.subscribe(identifiers.status(id));
    await sleep(600);
    client.send('subscribe', identifiers.status(id));
    await client.settled();
    expect(answersTo(client, identifiers.status(id))).toEqual(['confirm_subscription', 'confirm_subscription']);
    expect(client.messages(identifiers.status(id)).map(({ type }) => type)).toEqual(['status_update', 'status_update']);
    await updateStream(user.actor, id, { name: 'Renamed' });
    await until('the change arrives', () => client.messages(identifiers.status(id)).length >= 4);
    // The second change comes later: rows of two at once may be read once. A message that came twice lies before it.
    await updateStream(user.actor, id, { name: 'Renamed again' });
    await until('the next change arrives', () =>
      JSON.stringify(client.messages(identifiers.status(id)).slice(4)).includes('Renamed again'),
    );
    await client.settled();
    expect(client.messages(identifiers.status(id))).toHaveLength(6);
  });
});

describe('unknown and malformed messages', () => {
  test('an unknown command: the connection stays', async () => {
    const client = await connect();
    client.send('dance', identifiers.streams);
    client.socket.send(JSON.stringify({ command: 'message', identifier: identifiers.streams, data: '{"action":"x"}' }));
    expect(await client.subscribe(identifiers.streams)).toBe('confirm_subscription');
  });

  test('malformed messages: the connection stays, for nine in a row', async () => {
    const client = await connect();
    for (let round = 0; round < 2; round++) {
      for (const text of ['{', 'null', '[]', '"x"', '{"command":1}', '{"command":"subscribe"}', '', '0', '{}']) {
        client.socket.send(text);
      }
      client.send('dance', identifiers.streams);
    }
    expect(await client.subscribe(identifiers.streams)).toBe('confirm_subscription');
  });

  test('the tenth malformed message in a row, binary ones included: disconnected with the reason', async () => {
    const client = await connect();
    for (let count = 0; count < 10; count++) client.socket.send(Buffer.from([count]));
    expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'invalid_request', reconnect: false });
  });

  test('a message above 64 KiB: closed', async () => {
    const client = await connect();
    client.send('dance', 'x'.repeat(65 * 1024));
    await client.ended();
  });

  test('more commands than 20 a second are carried out later, not refused', async () => {
    const client = await connect();
    for (let count = 0; count < 215; count++) client.send('subscribe', `{"channel":"Nowhere","count":${count}}`);
    await until('the first 200 commands are answered', () => client.frames.length >= 200);
    expect(client.frames.length).toBeLessThan(215);
    await until('the rest are answered', () => client.frames.length === 216);
  });
});

test('ping: whole seconds of Unix time, every 3 s, also under traffic', async () => {
  const client = await connect();
  await until('two pings arrive', () => client.pings.length >= 2);
  const [first = 0, second = 0] = client.pings;
  expect(Math.abs(first - Date.now() / 1000)).toBeLessThan(30);
  expect(Number.isInteger(first)).toBe(true);
  expect(second - first).toBeGreaterThanOrEqual(2);
  expect(second - first).toBeLessThanOrEqual(5);
});
