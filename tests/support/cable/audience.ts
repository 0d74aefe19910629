import type { Role } from '@/lib/contracts/permissions';
import { makeApiToken, makeColleague, makeUser, type SignedInUser } from '../api/factories';
import { until } from '../until';
import { RawClient } from './cable';

/** Subscribes those of an organization who may see a channel, and a stranger. @param owner of the organization */
export async function subscribeAudience(
  url: string,
  { owner, identifier, role = 'viewer' }: { owner: SignedInUser; identifier: string; role?: Role },
) {
  const access = role === 'viewer' ? 'read' : 'write';
  const users = [owner, await makeColleague(owner.actor, role), await makeApiToken(owner.actor, access)];
  const welcome = ({ token }: { token: string }) => RawClient.welcome(url, token);
  const clients = await Promise.all(users.map(welcome));
  const stranger = await welcome(await makeUser());
  for (const client of [...clients, stranger]) await client.subscribe(identifier);
  return {
    clients,
    stranger,
    /** Waits until something is true of each client. */
    each: (what: string, isTrue: (client: RawClient) => boolean) =>
      Promise.all(clients.map((client) => until(what, () => isTrue(client)))),
  };
}
