import { expect, test } from 'vitest';
import { sealText } from '@/lib/core/sealed-text';
import { db } from '@/lib/platform/db/db';
import { openPullTarget } from '@/lib/platform/pull/pull-target';
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
