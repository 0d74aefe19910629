import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../support/api/factories';
import { readRoutes } from '../support/api/routes';

const shown = (await readRoutes()).filter(({ spec }) => spec.replyToViewer);

let viewer: SignedInUser;
let event: Event;
let stream: Stream;
beforeAll(async () => {
  const owner = await makeUser();
  viewer = await makeColleague(owner.actor, 'viewer');
  event = await makeEvent(owner.actor);
  const { id } = await makeStream(owner.actor, { eventId: event.id });
  stream = await db().stream.update({
    where: { id },
    data: { passphrase: 'a-secret-passphrase', podName: 'secret-pod', podIp: '127.9.9.9' },
  });
});

test('every endpoint that answers viewers otherwise than members', () => {
  expect(shown.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(['GET /streams', 'GET /streams/{id}']);
});

describe.each(shown)('$method $path', ({ method, handler }) => {
  test('answers a viewer without keys, passphrases and pods', async () => {
    const { status, body } = await call(handler, {
      method,
      token: viewer.token,
      params: { id: stream.id },
      replyKey: 'replyToViewer',
    });
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).toContain(event.id);
    for (const secret of [stream.streamKey, stream.viewKey, 'a-secret-passphrase', 'secret-pod', '127.9.9.9']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/stream_key|view_key|passphrase|pod_|media|findings/);
  });
});
