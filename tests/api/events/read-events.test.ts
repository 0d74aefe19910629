import { TokenVerifier } from 'livekit-server-sdk';
import { describe, expect, test } from 'vitest';
import { GET as getEvent } from '@/app/api/v1/events/[id]/route';
import { GET as listEvents } from '@/app/api/v1/events/route';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { call } from '../../support/api/api';
import { makeEvent, makeUser } from '../../support/api/factories';

describe('GET /events', () => {
  test('lists only the events of the organization, oldest first', async () => {
    const [{ actor, token }, stranger] = [await makeUser(), await makeUser()];
    expect((await call(listEvents, { token })).body).toEqual({ data: [], meta: { next_cursor: null } });
    await makeEvent(stranger.actor);
    const first = await makeEvent(actor, 'First');
    const second = await makeEvent(actor, 'Second');
    expect(await call(listEvents, { token })).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: first.id, attributes: { name: 'First', is_default: true } },
          { id: second.id, attributes: { name: 'Second', is_default: false } },
        ],
      },
    });
  });
});

describe('GET /events/{id}', () => {
  test('answers the event with where to watch it', async () => {
    const { actor, token } = await makeUser();
    const event = await makeEvent(actor);
    expect(await call(getEvent, { token, params: { id: event.id } })).toMatchObject({
      status: 200,
      body: {
        data: {
          id: event.id,
          type: 'event',
          attributes: {
            name: 'Summer Festival',
            livekit_room_name: `event-${event.id}`,
            livekit_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
            created_at: event.createdAt.toISOString(),
          },
        },
      },
    });
  });

  test('mints a token for this room alone, subscribe only, with a new identity each time', async () => {
    const { actor, token } = await makeUser();
    const event = await makeEvent(actor);
    const verifier = new TokenVerifier(livekitEnv().LIVEKIT_API_KEY, livekitEnv().LIVEKIT_API_SECRET);
    const identities = new Set<string | undefined>();
    for (let page = 0; page < 3; page++) {
      const { body } = await call(getEvent, { token, params: { id: event.id } });
      const { livekit_token } = (body as { data: { attributes: { livekit_token: string } } }).data.attributes;
      const claims = await verifier.verify(livekit_token);
      expect(claims.video).toEqual({
        roomJoin: true,
        room: `event-${event.id}`,
        canSubscribe: true,
        canPublish: false,
        canPublishData: false,
        canUpdateOwnMetadata: false,
      });
      expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 6 * 3600 + 1);
      identities.add(claims.sub);
    }
    expect(identities.size).toBe(3);
  });

  test.each(['018f6f0e-0000-7000-8000-000000000000', 'default', '', "'; DROP TABLE events"])(
    'answers 404 for the id "%s"',
    async (id) => {
      const { token } = await makeUser();
      expect(await call(getEvent, { token, params: { id } })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    },
  );
});
