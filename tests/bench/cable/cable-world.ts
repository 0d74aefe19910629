import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { childEnv } from '@/lib/platform/env/child-env';
import { type LocalPostgres, startPostgres } from '@/server/all-in-one/postgres';
import { migrate } from '@/server/migrate/migrate';
import { freeTcpPort } from '../../support/network/free-port';

const users = 100;
const streams = 200;

/** A real Postgres with one organization: its users, all signed in, and its streams. This process is one of the product's. */
export class CableWorld {
  readonly #directory: string;
  readonly #postgres: LocalPostgres;
  readonly tokens: string[];
  readonly streamIds: string[];

  private constructor(directory: string, postgres: LocalPostgres, tokens: string[], streamIds: string[]) {
    this.#directory = directory;
    this.#postgres = postgres;
    this.tokens = tokens;
    this.streamIds = streamIds;
  }

  static async start(): Promise<CableWorld> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'));
    await chmod(directory, 0o711); // root runs Postgres as another user
    const postgres = await startPostgres({
      directory: path.join(directory, 'postgres'),
      port: await freeTcpPort(),
      password: randomBytes(18).toString('base64url'),
      durable: true,
      env: childEnv({}),
      onLine: () => undefined,
    });
    Object.assign(process.env, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      DATABASE_URL: postgres.url('postgres'),
      REDIS_URL: '',
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      // Only tokens are made for it, and nobody asks for one.
      LIVEKIT_URL: 'ws://127.0.0.1:7880',
      LIVEKIT_API_KEY: 'bench',
      LIVEKIT_API_SECRET: randomBytes(32).toString('base64url'),
    });
    await migrate(postgres.url('postgres'));
    return new CableWorld(directory, postgres, ...(await populate()));
  }

  async stop(): Promise<void> {
    await openBus().close();
    await db().$disconnect();
    await this.#postgres.stop('SIGINT', 5_000);
    await rm(this.#directory, { recursive: true, force: true });
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
    tokens.push(await openAuthSession(id, organizationId));
  }
  return [tokens, streamIds];
}
