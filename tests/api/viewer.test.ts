import { beforeAll, describe, expect, test, vi } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../support/api/factories';
import { readRoutes } from '../support/api/routes';

// No role is in the viewers' audience yet.
vi.mock('@/lib/auth/policy', async (original) => ({
  ...(await original<typeof import('@/lib/auth/policy')>()),
  audienceOf: () => 'viewer',
}));

const shown = (await readRoutes()).filter(({ spec }) => spec.replyToViewer);
const bodies: Record<string, (event: Event) => object> = {
  'POST /events': () => ({ event: { name: 'Gala' } }),
  'PATCH /events/{id}': () => ({ event: { name: 'Gala' } }),
  'POST /streams': (event) => ({ stream: { name: 'Camera 2', event_id: event.id } }),
  'PATCH /streams/{id}': () => ({ stream: { name: 'Camera 3' } }),
};

let user: SignedInUser;
let event: Event;
let stream: Stream;
beforeAll(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  const { id } = await makeStream(user.actor, { eventId: event.id });
  stream = await db().stream.update({
    where: { id },
    data: { passphrase: 'a-secret-passphrase', podName: 'secret-pod', podIp: '127.9.9.9' },
  });
});

test('every endpoint that answers streams or events has an answer for viewers', () => {
  expect(shown.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /events',
    'GET /events/{id}',
    'GET /streams',
    'GET /streams/{id}',
    'PATCH /events/{id}',
    'PATCH /streams/{id}',
    'POST /events',
    'POST /streams',
    'POST /streams/{id}/rotate_key',
    'POST /streams/{id}/rotate_view_key',
    'POST /streams/{id}/start',
    'POST /streams/{id}/stop',
  ]);
});

describe.each(shown)('$method $path', ({ method, path, handler }) => {
  test('answers a viewer without keys, passphrases and pods', async () => {
    const { body } = await call(handler, {
      method,
      token: user.token,
      params: { id: path.startsWith('/events') ? event.id : stream.id },
      body: bodies[`${method} ${path}`]?.(event),
      replyKey: 'replyToViewer',
    });
    const text = JSON.stringify(body);
    const { streamKey, viewKey } = await db().stream.findUniqueOrThrow({ where: { id: stream.id } });
    const secrets = [
      stream.streamKey,
      streamKey,
      stream.viewKey,
      viewKey,
      'a-secret-passphrase',
      'secret-pod',
      '127.9.9.9',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/stream_key|view_key|passphrase|pod_|media|findings|is_default/);
  });
});
