import { openAuthSession } from '@/lib/auth/open-auth-session';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { type BenchDatabase, startBenchDatabase } from '../support/bench-database';

const users = 100;
const streams = 200;

/** A real Postgres with one organization: its users, all signed in, and its streams. This process is one of the product's. */
export class CableWorld {
  readonly #database: BenchDatabase;
  readonly tokens: string[];
  readonly streamIds: string[];

  private constructor(database: BenchDatabase, tokens: string[], streamIds: string[]) {
    this.#database = database;
    this.tokens = tokens;
    this.streamIds = streamIds;
  }

  static async start(): Promise<CableWorld> {
    return new CableWorld(await startBenchDatabase(), ...(await populate()));
  }

  stop(): Promise<void> {
    return this.#database.stop();
  }
}

async function populate(): Promise<[tokens: string[], streamIds: string[]]> {
  const [organizationId, eventId] = [newId(), newId()];
  await db().organization.create({ data: { id: organizationId, name: 'Bench' } });
  await db().event.create({ data: { id: eventId, organizationId, name: 'Bench' } });
  const streamIds = Array.from({ length: streams }, newId);
  await db().stream.createMany({
    data: streamIds.map((id, index) => ({
      id,
      organizationId,
      eventId,
      name: `Camera ${index + 1}`,
      streamKey: `key-${id}`,
      participantIdentity: `camera-${id}`,
    })),
  });
  const tokens: string[] = [];
  for (let index = 0; index < users; index++) {
    const id = newId();
    await db().user.create({
      data: {
        id,
        email: `${id}@example.org`,
        passwordHash: 'none',
        firstName: 'Ben',
        memberships: { create: { organizationId, role: 'member' } },
      },
    });
    tokens.push(await openAuthSession(db(), id, organizationId));
  }
  return [tokens, streamIds];
}
