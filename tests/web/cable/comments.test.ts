import { expect, test } from 'vitest';
import { createComment, deleteComment, updateComment } from '@/lib/use-cases/comments/comments';
import { makeEvent, makeUser } from '../../support/api/factories';
import { subscribeAudience } from '../../support/cable/audience';
import { identifiers, serveCable } from '../../support/cable/cable';

const cable = serveCable();
const { comments: identifier } = identifiers;

test('comments reach the organization’s members, viewers and API tokens, and nobody else', async () => {
  const owner = await makeUser();
  const event = await makeEvent(owner.actor);
  const { clients, stranger, each } = await subscribeAudience(cable.url, { owner, identifier });
  const received = (count: number) =>
    each(`${count} messages have arrived`, (client) => client.messages(identifier).length === count);

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
