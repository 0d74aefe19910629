import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { freeTcpPort, freeUdpPort } from '../network/free-port';
import { refuseWarnings } from '../warnings/refuse-warnings';

/** The environment of an all-in-one run on ports of its own, reachable from this machine alone. */
export type ProductEnv = Awaited<ReturnType<typeof productEnv>>;

/** A run of dist/all-in-one.mjs, the way `npm start` does it. */
export interface Product {
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Settles with its exit code when it has ended. */
  exitCode: Promise<number | null>;
}

/** Free ports and a fresh data folder; remove the folder with {@link removeDataDir}. */
export async function productEnv() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-product-'));
  const [port, postgresPort] = [await freeTcpPort(), await freeTcpPort()];
  const [livekitPort, tcpPort] = [await freeTcpPort(), await freeTcpPort()];
  const [rtcPort, ingestPort, viewPort] = [await freeUdpPort(), await freeUdpPort(), await freeUdpPort()];
  return {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    POSTGRES_PORT: String(postgresPort),
    LIVEKIT_PORT: String(livekitPort),
    LIVEKIT_RTC_PORT: String(rtcPort),
    LIVEKIT_TCP_PORT: String(tcpPort),
    LIVEKIT_LOOPBACK_ONLY: 'true',
    LIVEKIT_SERVER_BIN: findLivekit() ?? '',
    GATEWAY_HOST: '127.0.0.1',
    SRT_INGEST_PORT: String(ingestPort),
    SRT_VIEW_PORT: String(viewPort),
    RTMP_PORT: String(await freeTcpPort()),
    // All of a run's tests sign up from one address.
    SIGN_UPS_PER_ADDRESS_PER_HOUR: '1000000',
    // Receivers of webhooks are on this machine.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // So are PTZ cameras, at addresses that nothing else uses.
    PULL_NETWORKS: 'public,operator,127.9.0.0/16',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    // Settings that a developer has made for real runs must not reach the tests.
    DATABASE_URL: '',
    REDIS_URL: '',
    LIVEKIT_URL: '',
    LIVEKIT_PUBLIC_URL: '',
  } satisfies Record<string, string>;
}

/** Starts the product; it may still fail to come up. @param folder of the release; by default this one */
export function launchProduct(env: Record<string, string>, folder = process.cwd()): Product {
  const child = spawn(process.execPath, ['dist/all-in-one.mjs'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, output: () => output, exitCode };
}

/** Starts the product and waits until it is up. @throws with its output when it ends before. @param folder as {@link launchProduct} */
export async function startProduct(env: Record<string, string>, folder?: string): Promise<Product> {
  const product = launchProduct(env, folder);
  const outcome = await Promise.race([once(product.process, 'message').then(() => 'up'), product.exitCode]);
  if (outcome !== 'up') throw new Error(`The product did not come up:\n${product.output()}`);
  return product;
}

/** Ends the product as Ctrl-C does. @returns its exit code @throws when Node warned one of its programs */
export async function stopProduct(product: Product): Promise<number | null> {
  product.process.kill('SIGINT');
  const exitCode = await product.exitCode;
  refuseWarnings('the product', product.output());
  return exitCode;
}

export const removeDataDir = (env: { DATA_DIR: string }): Promise<void> =>
  rm(env.DATA_DIR, { recursive: true, force: true });

/** The problems that the doctor has found, but for a machine that is too busy, as one that runs tests may be. */
export const problemsOf = (doctorOutput: string): string[] =>
  doctorOutput.split('\n').filter((line) => line.startsWith('✗') && !line.includes('This machine is too busy'));
