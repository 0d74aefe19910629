import { expect, test } from 'vitest';
import { GET as getPlan } from '@/app/api/v1/plan/route';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { call } from '../support/api/api';
import { makeEvent, makeStream, makeUser } from '../support/api/factories';

test('a server of one’s own keeps no limits of plans unless it is told to', { timeout: 60_000 }, async () => {
  const { actor, token } = await makeUser();
  const { id: eventId } = await makeEvent(actor);
  for (let count = 0; count < 5; count++) await startStream(actor, (await makeStream(actor, { eventId })).id);
  expect((await call(getPlan, { token })).body).toEqual({
    data: {
      slug: 'free',
      chosen_slug: null,
      is_limited: false,
      streams_on: 5,
      max_streams_on: 200,
      can_pay: false,
      is_paying: false,
    },
  });
});
