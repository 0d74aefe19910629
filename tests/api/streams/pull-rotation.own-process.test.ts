import { expect, test } from 'vitest';
import { sealText } from '@/lib/core/sealed-text';
import { db } from '@/lib/platform/db/db';
import { openDestinationSecrets } from '@/lib/platform/destinations/destination-secrets';
import { openPullTarget } from '@/lib/platform/pull/pull-target';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { resealDestinations } from '@/server/gateway/destinations/reseal-destinations';
import { resealPullTargets } from '@/server/gateway/store/reseal-pull-targets';
import { makeStream, makeUser } from '../../support/api/factories';

const former = 'the secret of LiveKit from before a rotation';
Object.assign(process.env, { LIVEKIT_API_KEY_FORMER: 'former', LIVEKIT_API_SECRET_FORMER: former });

test('an address that the former secret encrypted is read, and encrypted anew by the present one', async () => {
  const { id } = await makeStream((await makeUser()).actor);
  const target = { address: 'srt://cam.example.com:9000', isOperators: false };
  const pullTarget = sealText(JSON.stringify(target), { secret: former, purpose: 'sightline pull target', place: id });
  await db().stream.update({ where: { id }, data: { pullTarget } });
  expect(openPullTarget(id, pullTarget)).toEqual({ target, isFormer: true });
  await resealPullTargets();
  const after = await db().stream.findUniqueOrThrow({ where: { id } });
  expect(openPullTarget(id, after.pullTarget ?? '')).toEqual({ target, isFormer: false });
  await resealPullTargets();
  expect((await db().stream.findUniqueOrThrow({ where: { id } })).pullTarget).toBe(after.pullTarget);
});

test('so is a key of a destination', async () => {
  const { actor } = await makeUser();
  const { id: streamId } = await makeStream(actor);
  const { id } = await createDestination(actor, streamId, { kind: 'youtube', key: 'key', is_on: false });
  const kept = { key: 'key', passphrase: null, isOperators: false };
  const secrets = sealText(JSON.stringify(kept), { secret: former, purpose: 'sightline destination', place: id });
  await db().destination.update({ where: { id }, data: { secrets } });
  expect(openDestinationSecrets(id, secrets)).toEqual({ secrets: kept, isFormer: true });
  await resealDestinations();
  const after = await db().destination.findUniqueOrThrow({ where: { id } });
  expect(openDestinationSecrets(id, after.secrets)).toEqual({ secrets: kept, isFormer: false });
});
