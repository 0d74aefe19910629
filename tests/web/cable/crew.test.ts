import { afterEach, describe, expect, test } from 'vitest';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { db } from '@/lib/platform/db/db';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite, revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { messageCrew } from '@/lib/use-cases/phones/crew';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { forgetPositions } from '@/lib/use-cases/phones/phones';
import { reportCamera } from '@/lib/use-cases/phones/report-camera';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { makeApiToken, makeColleague, makeEvent, makeUser, newAddress } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { type CableClient, clients } from '../../support/cable/cable-clients';
import { until } from '../../support/until';

const cable = serveCable();
const client = { address: newAddress(), userAgent: '' };
const silent = { battery_percent: null, is_charging: null, network: null, bitrate_kbps: null };
const position = { latitude: 47.37, longitude: 8.54, accuracy_m: 12 };

async function startCrew() {
  const owner = await makeUser();
  const event = await makeEvent(owner.actor);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const invite = await createCameraInvite(owner.actor, event.id, { label: 'Balcony', maxUses: 2, expiresAt });
  const join = async () =>
    joinAsCamera({ secret: newCameraInviteSecret(invite.id), deviceSecret: undefined, person: 'Grace' }, client);
  return { owner, event, invite, join };
}

describe.each(clients)('%s', (_, connectTo) => {
  const opened: CableClient[] = [];
  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  test('a member hears of each report, message, tap and position, and that a phone has gone', async () => {
    const { owner, event, invite, join } = await startCrew();
    const { deviceSecret, state } = await join();
    const { streamId } = state.phone;
    const connected = connectTo(cable.url, owner.token);
    opened.push(connected);
    const { messages } = connected.subscribe('CrewChannel');
    await until('the snapshot arrives', () => messages.length > 0);
    expect(messages).toMatchObject([{ type: 'crew_snapshot', phones: [{ attributes: { stream_id: streamId } }] }]);

    await reportCamera({ ...silent, device_secret: deviceSecret, battery_percent: 40, position }, client);
    await messageCrew(owner.actor, event.id, { text: 'Wider', streamId });
    const told = await db().phone.findUniqueOrThrow({ where: { streamId } });
    const acknowledged_message_id = told.messageId ?? undefined;
    await reportCamera({ ...silent, device_secret: deviceSecret, acknowledged_message_id }, client);
    const last = () => messages.at(-1);
    await until('the acknowledgement arrives', () => JSON.stringify(last()).includes('"acknowledged_at":"'));
    expect(last()).toMatchObject({
      type: 'phone_upsert',
      phone: { attributes: { position, message: { text: 'Wider' } } },
    });

    await revokeCameraInvite(owner.actor, invite.id);
    await until('the phone’s end arrives', () => last()?.type === 'phone_remove');
    expect(last()).toEqual({ type: 'phone_remove', stream_id: streamId });
    for (const message of messages) expect(messageSchemaByChannel.CrewChannel.parse(message)).toEqual(message);
  });
});

test('viewers and API tokens that only read are refused, and a stranger is told of no phone', async () => {
  const { owner, join } = await startCrew();
  const refused = [(await makeColleague(owner.actor, 'viewer')).token, (await makeApiToken(owner.actor, 'read')).token];
  for (const token of refused) {
    const raw = await RawClient.welcome(cable.url, token);
    expect(await raw.subscribe(identifiers.crew)).toBe('reject_subscription');
  }
  const stranger = await RawClient.welcome(cable.url, (await makeUser()).token);
  const member = await RawClient.welcome(cable.url, (await makeColleague(owner.actor, 'member')).token);
  for (const each of [stranger, member]) await each.subscribe(identifiers.crew);
  await Promise.all([stranger, member].map((each) => each.settled()));
  const { state } = await join();
  const types = (each: RawClient) => each.messages(identifiers.crew).map(({ type }) => type);
  await until('the member hears of the phone', () => types(member).includes('phone_upsert'));
  await deleteStream(owner.actor, state.phone.streamId);
  await until('the member hears of the phone’s end', () => types(member).includes('phone_remove'));
  expect(stranger.messages(identifiers.crew)).toEqual([{ type: 'crew_snapshot', phones: [], is_complete: true }]);
});

test('positions are deleted when the event ends, and none is kept after it', async () => {
  const { owner, event, join } = await startCrew();
  const { deviceSecret, state } = await join();
  const read = () => db().phone.findUniqueOrThrow({ where: { streamId: state.phone.streamId } });
  const report = () => reportCamera({ ...silent, device_secret: deviceSecret, position }, client);
  await report();
  await forgetPositions();
  expect(await read()).toMatchObject({ latitude: position.latitude, accuracyM: position.accuracy_m });
  const raw = await RawClient.welcome(cable.url, owner.token);
  await raw.subscribe(identifiers.crew);

  await db().event.update({ where: { id: event.id }, data: { startsAt: new Date(0), endsAt: new Date() } });
  await forgetPositions();
  expect(await read()).toMatchObject({ latitude: null, longitude: null, accuracyM: null, positionAt: null });
  await until('the position is gone', () =>
    JSON.stringify(raw.messages(identifiers.crew).at(-1)).includes('"position":null'),
  );
  await report();
  expect(await read()).toMatchObject({ latitude: null });
});

test('a position that is no longer shared is deleted at once, and stays while a report says nothing of it', async () => {
  const { join } = await startCrew();
  const { deviceSecret, state } = await join();
  const read = () => db().phone.findUniqueOrThrow({ where: { streamId: state.phone.streamId } });
  await reportCamera({ ...silent, device_secret: deviceSecret, position }, client);
  await reportCamera({ ...silent, device_secret: deviceSecret }, client);
  expect(await read()).toMatchObject({ longitude: position.longitude });
  await reportCamera({ ...silent, device_secret: deviceSecret, position: null }, client);
  expect(await read()).toMatchObject({ longitude: null, positionAt: null });
});
