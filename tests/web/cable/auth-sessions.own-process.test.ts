import { describe, expect, test, vi } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { encodeToken } from '@/lib/auth/token';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { endAuthSession, endOtherAuthSessions, logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { changePassword } from '@/lib/use-cases/accounts/password';
import { createPasswordReset } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import { authenticateUser, makeEvent, makeStream, makeUser, password } from '../../support/api/factories';
import { identifiers, RawClient, serveCable, startCable } from '../../support/cable/cable';
import { tokenProtocol } from '../../support/cable/token-protocol';
import { until } from '../../support/until';

// The real one, which a test may hold up.
vi.mock('@/lib/auth/authenticate', { spy: true });
const { authenticate: actualAuthenticate } = await vi.importActual<{ authenticate: typeof authenticate }>(
  '@/lib/auth/authenticate',
);

const cable = serveCable({ maxConnectionsPerUser: 3 });

describe('the end of an auth session', () => {
  test('logging out ends its connections at once, and not those of other auth sessions', async () => {
    const { actor, token } = await makeUser();
    const otherToken = await openAuthSession(db(), actor.userId, actor.organizationId);
    const [first, second] = [await RawClient.welcome(cable.url, token), await RawClient.welcome(cable.url, token)];
    const other = await RawClient.welcome(cable.url, otherToken);
    await logOut(actor);
    const disconnect = { type: 'disconnect', reason: 'remote', reconnect: false };
    expect([await first.ended(), await second.ended()]).toEqual([disconnect, disconnect]);
    expect(await other.subscribe(identifiers.streams)).toBe('confirm_subscription');
  });

  test('logging out during the handshake ends the connection, too', async () => {
    const { actor, token } = await makeUser();
    const witness = await RawClient.welcome(cable.url, token);
    let hasRead = false;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    vi.mocked(authenticate).mockImplementationOnce(async (given) => {
      const found = await actualAuthenticate(given);
      hasRead = true;
      await held;
      return found;
    });
    const late = RawClient.open(cable.url, ['actioncable-v1-json', tokenProtocol(token)]);
    await until('the handshake has read its session', () => hasRead);
    await logOut(actor);
    await witness.ended();
    letGo();
    expect(await late.ended()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
  });

  test('so do ending one, ending all others, and a new password, and the present one goes on', async () => {
    const { actor, token } = await makeUser();
    const disconnect = { type: 'disconnect', reason: 'remote', reconnect: false };
    const present = await RawClient.welcome(cable.url, token);
    for (const end of [
      async (id: string) => endAuthSession(actor, id),
      async () => endOtherAuthSessions(actor),
      async () => changePassword(actor, { user: { current_password: password, password: 'another password' } }),
    ]) {
      const other = await authenticateUser(await openAuthSession(db(), actor.userId, actor.organizationId));
      const client = await RawClient.welcome(cable.url, await encodeToken(other));
      await end(other.authSessionId);
      expect(await client.ended()).toEqual(disconnect);
    }
    expect(await present.subscribe(identifiers.streams)).toBe('confirm_subscription');
  });

  test('a new password by a link ends every connection of the user', async () => {
    const { actor, token } = await makeUser();
    const other = await openAuthSession(db(), actor.userId, actor.organizationId);
    const clients = [await RawClient.welcome(cable.url, token), await RawClient.welcome(cable.url, other)];
    const { secret } = await createPasswordReset(db(), actor.userId, null);
    await resetPassword({ password_reset: { secret }, user: { password: 'another password' } }, '');
    const disconnect = { type: 'disconnect', reason: 'remote', reconnect: false };
    for (const client of clients) expect(await client.ended()).toEqual(disconnect);
  });

  test('a token that expires during the connection: token_expired', async () => {
    const { actor, token } = await makeUser();
    const expiresAt = new Date(Date.now() + 1_500);
    await db().authSession.update({ where: { id: actor.authSessionId }, data: { expiresAt } });
    const client = await RawClient.welcome(cable.url, token);
    expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'token_expired', reconnect: false });
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  });
});

describe('limits', () => {
  test('connections per user are limited, until one of them ends', async () => {
    const { token } = await makeUser();
    const clients: RawClient[] = [];
    for (let count = 0; count < 3; count++) clients.push(await RawClient.welcome(cable.url, token));
    const tooMany = RawClient.open(`${cable.url}?token=${token}`, ['actioncable-v1-json']);
    expect(await tooMany.ended()).toEqual({ type: 'disconnect', reason: 'too_many_connections', reconnect: false });
    clients[0]?.socket.close();
    await clients[0]?.ended();
    await RawClient.welcome(cable.url, token);
  });

  test('connections per address are limited, until one of them ends', async () => {
    const narrow = await startCable({ maxConnectionsPerAddress: 1 });
    const { token } = await makeUser();
    const first = await RawClient.welcome(narrow.url, token);
    const refused = RawClient.open(narrow.url, ['actioncable-v1-json']);
    const response = await new Promise<{ statusCode?: number }>((resolve) =>
      refused.socket.once('unexpected-response', (_, answer) => resolve(answer)),
    );
    expect(response.statusCode).toBe(429);
    first.socket.close();
    await first.ended();
    await until('another connection gets in', () => RawClient.welcome(narrow.url, token).catch(() => null));
    await narrow.stop();
  });

  test('a client that does not read is disconnected, and the others receive everything', async () => {
    const { actor, token } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    await db().stream.createMany({
      data: Array.from({ length: 400 }, (_, index) => {
        const id = newId();
        const { organizationId } = actor;
        return { id, organizationId, eventId, name: `Camera ${index}`, streamKey: id, participantIdentity: id };
      }),
    });
    const { id } = await makeStream(actor, { eventId });
    const full = await startCable({ maxConnectionsPerUser: 2 });
    const [slow, quick] = [await RawClient.welcome(full.url, token), await RawClient.welcome(full.url, token)];
    await quick.subscribe(identifiers.status(id));
    slow.socket.pause();
    // A hundred snapshots of a quarter of a megabyte exceed the kernel's socket buffers.
    for (let index = 0; index < 100; index++) slow.send('subscribe', `{"channel":"StreamsChannel","index":${index}}`);
    await updateStream(actor, id, { name: 'Meanwhile' });
    await until('the quick client has the last message', () =>
      quick.messages(identifiers.status(id)).some(({ type }) => type === 'stream_updated'),
    );
    // Only after a connection has ended may this user open another one.
    await until('a new client is welcomed', async () => {
      const next = RawClient.open(`${full.url}?token=${token}`, ['actioncable-v1-json']);
      return (await next.frame(() => true)).type === 'welcome';
    });
    expect(quick.isClosed).toBe(false);
    await full.stop();
  });
});
