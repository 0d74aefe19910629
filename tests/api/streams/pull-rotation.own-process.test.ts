import { expect, test } from 'vitest';
import { openText, sealText } from '@/lib/core/sealed-text';
import { db } from '@/lib/platform/db/db';
import { destinationSecrets, pullTargets } from '@/lib/platform/db/sealed-columns';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { resealSecrets } from '@/server/gateway/store/reseal-secrets';
import { makeStream, makeUser } from '../../support/api/factories';

const former = 'the secret of LiveKit from before a rotation';
Object.assign(process.env, { LIVEKIT_API_KEY_FORMER: 'former', LIVEKIT_API_SECRET_FORMER: former });

test('an address that the former secret encrypted is read, and encrypted anew by the present one', async () => {
  const { id } = await makeStream((await makeUser()).actor);
  const target = { address: 'srt://cam.example.com:9000', isOperators: false };
  const seal = { secret: former, purpose: 'sightline pull target', place: id };
  const pullTarget = sealText(JSON.stringify(target), seal);
  await db().stream.update({ where: { id }, data: { pullTarget } });
  expect(pullTargets.open(id, pullTarget)).toEqual(target);
  await resealSecrets();
  const after = await db().stream.findUniqueOrThrow({ where: { id } });
  expect(pullTargets.open(id, after.pullTarget ?? '')).toEqual(target);
  expect(openText(after.pullTarget ?? '', seal)).toBeNull();
  await resealSecrets();
  expect((await db().stream.findUniqueOrThrow({ where: { id } })).pullTarget).toBe(after.pullTarget);
});

test('so is a key of a destination', async () => {
  const { actor } = await makeUser();
  const { id: streamId } = await makeStream(actor);
  const { id } = await createDestination(actor, streamId, { kind: 'youtube', key: 'key', is_on: false });
  const kept = { key: 'key', passphrase: null, isOperators: false };
  const seal = { secret: former, purpose: 'sightline destination', place: id };
  const secrets = sealText(JSON.stringify(kept), seal);
  await db().destination.update({ where: { id }, data: { secrets } });
  expect(destinationSecrets.open(id, secrets)).toEqual(kept);
  await resealSecrets();
  const after = await db().destination.findUniqueOrThrow({ where: { id } });
  expect(destinationSecrets.open(id, after.secrets)).toEqual(kept);
  expect(openText(after.secrets, seal)).toBeNull();
});
