import { expect, test } from 'vitest';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { db } from '@/lib/platform/db/db';
import { expireTally } from '@/lib/use-cases/tally/change-tally';
import { reportTally } from '@/lib/use-cases/tally/report-tally';
import { createTallySource, deleteTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';
import { makeStream, makeUser } from '../../support/api/factories';
import { subscribeAudience } from '../../support/cable/audience';
import { identifiers, serveCable } from '../../support/cable/cable';

const cable = serveCable();
const { tally: identifier } = identifiers;

test('every cut reaches the organization’s members, viewers and API tokens, and nobody else', async () => {
  const owner = await makeUser();
  const { id: streamId, eventId } = await makeStream(owner.actor);
  const { id } = await createTallySource(owner.actor, eventId, { name: 'vMix', match_by: 'number' });
  await updateTallySource(owner.actor, id, { mapping: { '1': streamId } });
  const { clients, stranger, each } = await subscribeAudience(cable.url, { owner, identifier });
  await Promise.all([...clients, stranger].map((client) => client.settled()));

  const cut = async (program: boolean) => {
    const inputs = [{ number: 1, name: '', program, preview: false }];
    await reportTally(owner.actor, id, { inputs, valid_for_ms: 4_000 });
  };
  await cut(true);
  await each('the first cut arrives', (client) => client.messages(identifier).length === 2);
  await cut(true);
  await cut(false);
  await each('the second cut arrives', (client) => client.messages(identifier).length === 3);
  await cut(true);
  await db().tallySource.update({ where: { id }, data: { validUntil: new Date(0) } });
  await expireTally();
  await deleteTallySource(owner.actor, id);
  await each('no stream is on air', (client) =>
    JSON.stringify(client.messages(identifier).at(-1)).includes('"streams":[]'),
  );

  for (const client of clients) {
    const messages = client.messages(identifier);
    for (const message of messages) expect(messageSchemaByChannel.TallyChannel.parse(message)).toEqual(message);
    const states = messages.map((message) => /"tally":"(\w+)"/.exec(JSON.stringify(message))?.[1]);
    // Changes that follow each other closely may come as one message.
    expect(states.slice(0, 3)).toEqual(['unknown', 'program', 'off']);
  }
  expect(stranger.messages(identifier)).toEqual([{ type: 'tally_snapshot', tallies: [], is_complete: true }]);
});
