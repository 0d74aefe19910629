import { afterAll, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { makeStream, makeUser } from '../../support/api/factories';
import { type Frame, identifiers, RawClient, startCable } from '../../support/cable/cable';
import { clients } from '../../support/cable/cable-clients';
import { freeTcpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

const opened: { close(): void }[] = [];
afterAll(() => {
  for (const client of opened) client.close();
});

test('a server that stops tells every client to reconnect', async () => {
  const cable = await startCable();
  const { token } = await makeUser();
  const all = await Promise.all(Array.from({ length: 5 }, () => RawClient.welcome(cable.url, token)));
  await cable.stop();
  const disconnect: Frame = { type: 'disconnect', reason: 'server_restart', reconnect: true };
  for (const client of all) expect(await client.ended()).toEqual(disconnect);
});

test('50 clients are all subscribed again after a restart, with the present state', { timeout: 60_000 }, async () => {
  const port = await freeTcpPort();
  const first = await startCable({ port });
  const { actor, token } = await makeUser();
  const { id } = await makeStream(actor);
  const all = Array.from({ length: 50 }, (_, index) => {
    const [, connect] = clients[index % clients.length] ?? [];
    if (!connect) throw new Error('no client');
    const client = connect(first.url, token);
    opened.push(client);
    return [client.subscribe('StreamsChannel'), client.subscribe('StreamStatusChannel', { stream_id: id })] as const;
  });
  for (const [streams, status] of all)
    await until('all clients have both snapshots', () => streams.messages.length > 0 && status.messages.length > 0);

  await first.stop();
  await db().stream.update({ where: { id }, data: { name: 'After the restart', status: 'active' } });
  const second = await startCable({ port });
  for (const [streams, status] of all) {
    // The official client waits up to 12 s.
    await until('the present status arrives', () => status.messages.at(-1)?.status === 'active', { timeoutMs: 30_000 });
    await until(
      'the present name arrives',
      () => JSON.stringify(streams.messages.at(-1)).includes('After the restart'),
      { timeoutMs: 30_000 },
    );
    expect(status.events).not.toContain('rejected');
  }
  const witness = await RawClient.welcome(second.url, token);
  await witness.subscribe(identifiers.status(id));
  await second.stop();
});
