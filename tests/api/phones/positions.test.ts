import { expect, test } from 'vitest';
import { roles } from '@/lib/contracts/permissions';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { reportCamera } from '@/lib/use-cases/phones/report-camera';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeEvent, makeUser, newAddress } from '../../support/api/factories';
import { readRoutes } from '../../support/api/routes';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

/** Checks the machine, which takes seconds where that is busy. */
const isSlow = (path: string) => path === '/preflight';
/** Every endpoint that reads something of an organization. */
const reads = (await readRoutes()).filter(
  ({ method, path, spec }) => method === 'GET' && spec.auth === 'user' && !isSlow(path),
);

const cable = serveCable();
const client = { address: newAddress(), userAgent: '' };
const position = { latitude: 47.371234, longitude: 8.541234, accuracy_m: 12 };
const tellsPosition = (said: unknown) => /47\.371234|8\.541234/.test(JSON.stringify(said) ?? '');

test('members alone learn where a phone is, by any endpoint and any channel', async () => {
  const owner = await makeUser();
  const event = await makeEvent(owner.actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const invite = await createCameraInvite(owner.actor, event.id, { label: 'Balcony', maxUses: 1, expiresAt });
  const secret = newCameraInviteSecret(invite.id);
  const joined = await joinAsCamera({ secret, deviceSecret: undefined, person: 'Grace' }, client);
  const { streamId } = joined.state.phone;

  const callers: [who: string, token: string][] = [
    ['a stranger', (await makeUser()).token],
    ['a token that only reads', (await makeApiToken(owner.actor, 'read')).token],
  ];
  for (const role of roles) callers.push([role, (await makeColleague(owner.actor, role)).token]);
  const channels = [
    ...Object.values(identifiers).flatMap((identifier) => (typeof identifier === 'string' ? [identifier] : [])),
    identifiers.status(streamId),
    identifiers.metrics(streamId),
  ];
  const heard = await Promise.all(
    callers.map(async ([, token]) => {
      const raw = await RawClient.welcome(cable.url, token);
      for (const channel of channels) await raw.subscribe(channel);
      return () => channels.map((channel) => raw.messages(channel));
    }),
  );
  const silent = { battery_percent: null, is_charging: null, network: null, bitrate_kbps: null };
  await reportCamera({ ...silent, device_secret: joined.deviceSecret, position }, client);
  const learnt = () => callers.flatMap(([who], index) => (tellsPosition(heard[index]?.()) ? [who] : []));
  const mayLearn = ['owner', 'admin', 'member'];
  await until('all members have heard of the position', () => mayLearn.every((who) => learnt().includes(who)));
  expect(learnt()).toEqual(mayLearn);

  for (const [who, token] of callers) {
    const found: string[] = [];
    for (const { handler, path, spec } of reads) {
      const replyKey = spec.replyToViewer && !mayLearn.includes(who) ? 'replyToViewer' : undefined;
      const params = { id: path.startsWith('/streams') ? streamId : event.id };
      const { body } = await call(handler, { token, params, replyKey });
      if (tellsPosition(body)) found.push(path);
    }
    expect(found.length > 0, `${who} reads it at ${found.join(', ') || 'no address'}`).toBe(mayLearn.includes(who));
  }
}, 60_000);
