import { expect, test } from 'vitest';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createExport, deleteExport } from '@/lib/use-cases/recordings/exports/exports';
import { makeApiToken, makeStream, makeUser } from '../../support/api/factories';
import { subscribeAudience } from '../../support/cable/audience';
import { RawClient, serveCable } from '../../support/cable/cable';

const cable = serveCable();
const identifier = JSON.stringify({ channel: 'ExportsChannel' });

test('an export reaches the organization’s members and API tokens that may write, and nobody else', async () => {
  const owner = await makeUser();
  const { id: streamId, eventId, organizationId } = await makeStream(owner.actor);
  const recording = await db().recording.create({
    data: { id: newId(), organizationId, eventId, streamId, cameraName: 'Camera', endedAt: new Date() },
  });
  const { clients, stranger, each } = await subscribeAudience(cable.url, { owner, identifier, role: 'member' });
  const reader = await RawClient.welcome(cable.url, (await makeApiToken(owner.actor, 'read')).token);
  expect(await reader.subscribe(identifier)).toBe('reject_subscription');
  await Promise.all([...clients, stranger].map((client) => client.settled()));

  const { id } = await createExport(owner.actor, eventId, { format: 'mp4', recording_ids: [recording.id] });
  const typesOf = (client: RawClient) => client.messages(identifier).map(({ type }) => type);
  await each('the export arrives', (client) => typesOf(client).includes('export_upsert'));
  await deleteExport(owner.actor, id);
  await each('the export’s end arrives', (client) => typesOf(client).includes('export_remove'));
  for (const client of clients) {
    for (const message of client.messages(identifier)) {
      expect(messageSchemaByChannel.ExportsChannel.parse(message)).toEqual(message);
    }
  }
  expect(stranger.messages(identifier)).toEqual([{ type: 'exports_snapshot', exports: [], is_complete: true }]);
});
