import { AddTrackRequest, TrackSource, TrackType } from '@livekit/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { GET as getEvent } from '@/app/api/v1/events/[id]/route';
import type { EventJson } from '@/lib/contracts/events';
import { roles } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPublisherToken } from '@/lib/platform/livekit/room-tokens';
import { LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeUser } from '../../support/api/factories';
import { until } from '../../support/until';

/** Joins with a token, and asks to publish a picture. */
async function joinAndPublish(token: string) {
  const { signal, join } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, token);
  onTestFinished(() => signal.close());
  let isPublishing = false;
  signal.on('message', (message) => {
    if (message.case === 'trackPublished') isPublishing = true;
  });
  const value = new AddTrackRequest({
    cid: newId(),
    name: 'a picture',
    type: TrackType.VIDEO,
    source: TrackSource.CAMERA,
  });
  signal.send({ case: 'addTrack', value });
  return { permission: join.participant?.permission, isPublishing: () => isPublishing };
}

test.each(roles)('LiveKit lets a page of somebody whose role is %s watch, and publish nothing', async (role) => {
  const owner = await makeUser();
  const { id } = await makeEvent(owner.actor);
  const { token } = await makeColleague(owner.actor, role);
  const { data } = (await call(getEvent, { token, params: { id } })).body as { data: EventJson };
  const page = await joinAndPublish(data.attributes.livekit_token);
  expect(page.permission).toMatchObject({ canSubscribe: true, canPublish: false, canPublishData: false });
  // The camera asks after the page, and is answered: so was the page.
  const camera = await joinAndPublish(await mintPublisherToken(id, `camera-${newId()}`));
  await until('the camera is publishing', camera.isPublishing);
  expect(page.isPublishing()).toBe(false);
});
