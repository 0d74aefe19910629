import { openAuthSession } from '@/lib/auth/open-auth-session';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';

/** An organization with one member, who is signed in, and its streams, which are off. */
export interface BenchOrganization {
  id: string;
  token: string;
  streamIds: string[];
}

/** Writes an organization with so many events, its streams spread over them. */
export async function makeOrganization(eventCount: number, streamCount: number): Promise<BenchOrganization> {
  const [id, userId] = [newId(), newId()];
  await db().organization.create({ data: { id, name: 'Bench' } });
  await db().user.create({
    data: {
      id: userId,
      email: `${userId}@example.org`,
      firstName: 'Ben',
      memberships: { create: { organizationId: id, role: 'owner' } },
    },
  });
  const eventIds = Array.from({ length: eventCount }, newId);
  await db().event.createMany({
    data: eventIds.map((eventId, index) => ({ id: eventId, organizationId: id, name: `Event ${index + 1}` })),
  });
  const streamIds = Array.from({ length: streamCount }, newId);
  await db().stream.createMany({
    data: streamIds.map((streamId, index) => ({
      id: streamId,
      organizationId: id,
      eventId: eventIds[index % eventCount] ?? '',
      name: `Camera ${index + 1}`,
      streamKey: newStreamKey(),
      viewKey: newStreamKey(),
      participantIdentity: `camera-${streamId}`,
    })),
  });
  return { id, token: await openAuthSession(db(), userId, id), streamIds };
}

/** Deletes everything of all organizations. */
export async function clearWorld(): Promise<void> {
  await db().$executeRaw`TRUNCATE organizations, users, gateways CASCADE`;
}
