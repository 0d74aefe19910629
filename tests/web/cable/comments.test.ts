import { expect, test } from 'vitest';
import { createComment, deleteComment, updateComment } from '@/lib/use-cases/comments/comments';
import { makeApiToken, makeColleague, makeEvent, makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();
const { comments: identifier } = identifiers;

test('comments reach the organization’s members, viewers and API tokens, and nobody else', async () => {
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

  const { id } = await createComment(owner.actor, event.id, { text: 'Too loud' });
  await received(1);
  await updateComment(owner.actor, id, { is_done: true });
  await received(2);
  await deleteComment(owner.actor, id);
  await received(3);
  for (const client of clients) {
    expect(client.messages(identifier)).toMatchObject([
      { type: 'comment_upsert', comment: { id, attributes: { event_id: event.id, text: 'Too loud', is_done: false } } },
      { type: 'comment_upsert', comment: { id, attributes: { is_done: true } } },
      { type: 'comment_remove', comment_id: id },
    ]);
  }
  await stranger.settled();
  expect(stranger.messages(identifier)).toEqual([]);
});
