import { expect, test } from 'vitest';
import { messageSchemaByChannel, viewerMessageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { asSaid } from '@/lib/contracts/catalogue/catalogue';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import { makeColleague, makeStream, makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();

test('members and viewers of one organization receive the same changes, viewers without secrets', async () => {
  const owner = await makeUser();
  const { id, streamKey, viewKey } = await makeStream(owner.actor);
  const status = identifiers.status(id);
  const member = await RawClient.welcome(cable.url, owner.token);
  const viewer = await RawClient.welcome(cable.url, (await makeColleague(owner.actor, 'viewer')).token);
  for (const client of [member, viewer]) {
    for (const identifier of [identifiers.streams, identifiers.events, status]) {
      expect(await client.subscribe(identifier)).toBe('confirm_subscription');
    }
  }

  await updateStream(owner.actor, id, { name: 'Organ', passphrase: 'a secret passphrase' });
  await startStream(owner.actor, id);
  await applyStreamTransition(id, 'worker_failed', { where: {}, reason: asSaid('The worker on 10.0.0.7 failed.') });
  for (const client of [member, viewer]) {
    await until('the error is sent', () => client.messages(status).some(({ type }) => type === 'error'));
    await until('the list shows the error', () =>
      JSON.stringify(client.messages(identifiers.streams).at(-1)).includes('"error"'),
    );
  }

  const typesOf = (client: RawClient) =>
    [identifiers.streams, identifiers.events, status].map((identifier) =>
      client.messages(identifier).map(({ type }) => type),
    );
  expect(typesOf(viewer)).toEqual(typesOf(member));
  for (const message of viewer.messages(identifiers.streams))
    expect(viewerMessageSchemaByChannel.StreamsChannel.parse(message)).toEqual(message);
  for (const message of viewer.messages(identifiers.events))
    expect(viewerMessageSchemaByChannel.EventsChannel.parse(message)).toEqual(message);
  for (const message of member.messages(identifiers.streams))
    expect(messageSchemaByChannel.StreamsChannel.parse(message)).toEqual(message);
  for (const secret of [streamKey, viewKey, 'a secret passphrase', '10.0.0.7']) {
    expect(member.texts.join()).toContain(secret);
    expect(viewer.texts.join()).not.toContain(secret);
  }
});
