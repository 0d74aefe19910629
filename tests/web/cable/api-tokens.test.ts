import { expect, test } from 'vitest';
import { createApiToken, revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { makeApiToken, makeColleague, makeStream, makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { tokenProtocol } from '../../support/cable/token-protocol';

const cable = serveCable({ maxConnectionsPerUser: 2 });

test('API tokens subscribe: one that may write sees keys, one that may read sees none', async () => {
  const { actor } = await makeUser();
  const { streamKey } = await makeStream(actor);
  for (const access of ['read', 'write'] as const) {
    const client = await RawClient.welcome(cable.url, (await makeApiToken(actor, access)).token);
    for (const identifier of [identifiers.streams, identifiers.events]) {
      expect(await client.subscribe(identifier)).toBe('confirm_subscription');
    }
    expect(client.texts.join().includes(streamKey)).toBe(access === 'write');
  }
});

test('revoking an API token ends its connections at once, and no others', async () => {
  const { actor, token } = await makeUser();
  const [revoked, kept] = [await makeApiToken(actor, 'read'), await makeApiToken(actor, 'read')];
  const leaving = await RawClient.welcome(cable.url, revoked.token);
  const staying = [await RawClient.welcome(cable.url, kept.token), await RawClient.welcome(cable.url, token)];
  await revokeApiToken(actor, revoked.actor.apiTokenId);
  expect(await leaving.ended()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
  for (const client of staying) expect(await client.subscribe(identifiers.streams)).toBe('confirm_subscription');
  const back = await RawClient.open(cable.url, ['actioncable-v1-json', tokenProtocol(revoked.token)]);
  expect(await back.ended()).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
});

test('removing a member ends the connections of the API tokens that they made', async () => {
  const owner = await makeUser();
  const admin = await makeColleague(owner.actor, 'admin');
  const [leaving, staying] = await Promise.all(
    [admin, owner].map(async ({ actor }) => RawClient.welcome(cable.url, (await makeApiToken(actor, 'read')).token)),
  );
  await removeMember(owner.actor, admin.actor.userId);
  expect(await leaving?.ended()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
  expect(await staying?.subscribe(identifiers.streams)).toBe('confirm_subscription');
});

test('an API token that expires during the connection ends it', async () => {
  const { actor } = await makeUser();
  const expiry = new Date(Date.now() + 1_500).toISOString();
  const { token } = await createApiToken(actor, { name: 'Short', access: 'read', expires_at: expiry });
  const client = await RawClient.welcome(cable.url, token);
  expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'token_expired', reconnect: false });
});

test('each API token has a limit of connections of its own', async () => {
  const { actor } = await makeUser();
  const [first, second] = [await makeApiToken(actor, 'read'), await makeApiToken(actor, 'read')];
  await RawClient.welcome(cable.url, first.token);
  await RawClient.welcome(cable.url, first.token);
  const third = RawClient.open(cable.url, ['actioncable-v1-json', tokenProtocol(first.token)]);
  expect(await third.ended()).toMatchObject({ reason: 'too_many_connections' });
  const other = await RawClient.welcome(cable.url, second.token);
  expect(await other.subscribe(identifiers.events)).toBe('confirm_subscription');
});
