import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { childEnv } from '@/lib/platform/env/child-env';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { startLivekit } from '@/server/all-in-one/livekit';
import { startPostgres } from '@/server/all-in-one/postgres';
import { migrate } from '@/server/migrate/migrate';
import { freeTcpPort, freeUdpPort } from '../network/free-port';

/** The real servers that the tests of a run share. Each test file has a database of its own in this Postgres. */
export interface TestServers {
  adminUrl: string;
  templateDatabase: string;
  livekitUrl: string;
  livekitApiKey: string;
  livekitApiSecret: string;
  /** Removed at the end of the run. */
  recordingsDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers;
  }
}

const projectsWithoutServers = ['unit', 'architecture', 'all-in-one', 'containers'];
const templateDatabase = 'template_sightline';

/** Global set-up of vitest: one Postgres and one livekit-server, if a chosen project needs them. */
export default async function startServers(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (root.vitest.projects.every(({ name }) => projectsWithoutServers.includes(name))) return undefined;
  const program = findLivekit();
  if (!program) throw new Error('There is no livekit-server yet: run `npm test` once, which gets it.');
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  await chmod(directory, 0o711); // root runs Postgres as another user
  const launches = [launchPostgres(directory), launchLivekit(directory, program)] as const;
  const stop = async () => {
    for (const launch of await Promise.allSettled(launches)) {
      if (launch.status === 'fulfilled') await launch.value.stop('SIGINT', 5_000);
    }
    await rm(directory, { recursive: true, force: true });
  };
  const [postgres, livekit] = await Promise.all(launches).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  root.provide('servers', {
    adminUrl: postgres.url('postgres'),
    templateDatabase,
    livekitUrl: livekit.url,
    livekitApiKey: livekit.apiKey,
    livekitApiSecret: livekit.apiSecret,
    recordingsDir: path.join(directory, 'recordings'),
  });
  return stop;
}

async function launchPostgres(directory: string) {
  const postgres = await startPostgres({
    directory: path.join(directory, 'postgres'),
    port: await freeTcpPort(),
    password: randomBytes(18).toString('base64url'),
    durable: false,
    env: childEnv({}),
    onLine: () => undefined,
  });
  await withClient(postgres.url('postgres'), (client) => client.query(`CREATE DATABASE ${templateDatabase}`));
  await migrate(postgres.url(templateDatabase));
  return postgres;
}

async function launchLivekit(directory: string, program: string) {
  const apiKey = 'test';
  const apiSecret = randomBytes(32).toString('base64url');
  const [port, rtcPort] = await Promise.all([freeTcpPort(), freeUdpPort()]);
  const livekit = await startLivekit({
    program,
    directory,
    port,
    rtcPort,
    tcpPort: null,
    keys: { [apiKey]: apiSecret },
    nodeIp: null,
    metrics: null,
    loopbackOnly: true,
    hasPublicSignalling: false,
    env: childEnv({}),
    onLine: () => undefined,
  });
  return { ...livekit, apiKey, apiSecret };
}
