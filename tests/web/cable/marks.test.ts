import { expect, test } from 'vitest';
import { createMark, deleteMark, updateMark } from '@/lib/use-cases/recordings/marks';
import { makeApiToken, makeColleague, makeEvent, makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();
const { marks: identifier } = identifiers;

test('marks reach the organization’s members, viewers and API tokens, and nobody else', async () => {
  const owner = await makeUser();
  const event = await makeEvent(owner.actor);
  const tokens = [
    owner.token,
    (await makeColleague(owner.actor, 'viewer')).token,
    (await makeApiToken(owner.actor, 'read')).token,
  ];
  const clients = await Promise.all(tokens.map((token) => RawClient.welcome(cable.url, token)));
  const stranger = await RawClient.welcome(cable.url, (await makeUser()).token);
  for (const client of [...clients, stranger]) await client.subscribe(identifier);
  const received = (count: number) =>
    Promise.all(
      clients.map((client) =>
        until(`${count} messages have arrived`, () => client.messages(identifier).length === count),
      ),
    );

  const { id } = await createMark(owner.actor, event.id, {});
  await received(1);
  await updateMark(owner.actor, id, { name: 'Goal' });
  await received(2);
  await deleteMark(owner.actor, id);
  await received(3);
  for (const client of clients) {
    expect(client.messages(identifier)).toMatchObject([
      { type: 'mark_upsert', mark: { id, attributes: { event_id: event.id, name: '' } } },
      { type: 'mark_upsert', mark: { id, attributes: { name: 'Goal' } } },
      { type: 'mark_remove', mark_id: id },
    ]);
  }
  await stranger.settled();
  expect(stranger.messages(identifier)).toEqual([]);
});
