import { expect, test } from 'vitest';
import { createMark, deleteMark, updateMark } from '@/lib/use-cases/recordings/marks';
import { makeEvent, makeUser } from '../../support/api/factories';
import { subscribeAudience } from '../../support/cable/audience';
import { identifiers, serveCable } from '../../support/cable/cable';

const cable = serveCable();
const { marks: identifier } = identifiers;

test('marks reach the organization’s members, viewers and API tokens, and nobody else', async () => {
  const owner = await makeUser();
  const event = await makeEvent(owner.actor);
  const { clients, stranger, each } = await subscribeAudience(cable.url, { owner, identifier });
  const received = (count: number) =>
    each(`${count} messages have arrived`, (client) => client.messages(identifier).length === count);

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
