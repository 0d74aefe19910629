import { expect, test, vi } from 'vitest';
import type * as policy from '@/lib/auth/policy';
import { makeStream, makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';

// The policy refuses no role anything yet, so the test names the user and the action that it refuses.
const refused = vi.hoisted(() => ({ userId: '', action: '' }));
vi.mock('@/lib/auth/policy', async (original) => {
  const real = await original<typeof policy>();
  const can: typeof policy.can = (actor, action, thing) =>
    !(actor.userId === refused.userId && action === refused.action) && real.can(actor, action, thing);
  return { ...real, can };
});

const cable = serveCable();

test.each(['metrics.read', 'streams.read', 'events.read', 'tally.read'])(
  'a user who may not %s subscribes to all else',
  async (action) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    Object.assign(refused, { userId: actor.userId, action });
    const client = await RawClient.welcome(cable.url, token);
    const answers = {
      'metrics.read': [await client.subscribe(identifiers.metrics(id))],
      'streams.read': [await client.subscribe(identifiers.streams), await client.subscribe(identifiers.status(id))],
      'events.read': [await client.subscribe(identifiers.events)],
      'tally.read': [await client.subscribe(identifiers.tally)],
    };
    for (const [asked, types] of Object.entries(answers)) {
      const expected = asked === action ? 'reject_subscription' : 'confirm_subscription';
      expect([asked, ...types]).toEqual([asked, ...types.map(() => expected)]);
    }
  },
);
