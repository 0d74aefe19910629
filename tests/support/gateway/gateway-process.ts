import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { childEnv } from '@/lib/platform/env/child-env';
import { programs } from '@/scripts/programs.mjs';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { endLeftOverWorkers } from '@/server/all-in-one/left-over-workers';
import { freeTcpPort, freeUdpPort } from '../network/free-port';
import { refuseWarnings } from '../warnings/refuse-warnings';
import { fakeWorkerPath } from './reconciler';

// Inside node_modules, so that the programs find the packages that are left out of them.
const directory = path.resolve('node_modules', '.cache', `sightline-gateway-test-${process.pid}`);

/** The node of all gateways that a test starts, unless it gives them another. */
export const workerStateDir = path.join(directory, 'workers');

/** The built files of the programs whose source lies in a folder of `server/`. */
const filesOf = (folder: string): string[] =>
  Object.entries(programs)
    .filter(([, { entry }]) => entry.startsWith(`server/${folder}/`))
    .flatMap(([name, { bundle }]) => {
      const script = bundle === 'script' ? [`${name}.cjs`, `${name}.cjs.cache`] : [];
      return [`${name}.mjs`, ...script];
    });

const gatewayFiles = filesOf('gateway');
const workerFiles = filesOf('worker');

/** Copies the gateway of the build, with the fake worker in place of the real one unless `hasRealWorker`. */
export async function copyGateway({ hasRealWorker = false } = {}): Promise<void> {
  await bundlePrograms();
  await mkdir(directory, { recursive: true });
  const files = hasRealWorker ? [...gatewayFiles, ...workerFiles] : gatewayFiles;
  await Promise.all(files.map((file) => copyFile(path.join('dist', file), path.join(directory, file))));
  if (!hasRealWorker) await copyFile(fakeWorkerPath, path.join(directory, 'worker.mjs'));
}

/** Ends the workers that outlive the gateways of a test. @param stateDir the folder of those gateways */
export const endLeftWorkers = (stateDir = workerStateDir): Promise<void> =>
  endLeftOverWorkers(stateDir, path.join(directory, 'worker.mjs'));

export async function removeGateway(): Promise<void> {
  await endLeftWorkers();
  await rm(directory, { recursive: true, force: true });
}

export interface GatewayProcess {
  child: ChildProcess;
  ingestPort: number;
  viewPort: number;
  rtmpPort: number;
  log(): string;
  /** Settles with the exit code, null for a signal. */
  ended: Promise<number | null>;
}

/** Starts the real gateway process without waiting until it is ready. */
export async function spawnGateway(overrides: Record<string, string> = {}): Promise<GatewayProcess> {
  const ingestPort = Number(overrides.SRT_INGEST_PORT ?? (await freeUdpPort()));
  const viewPort = Number(overrides.SRT_VIEW_PORT ?? (await freeUdpPort()));
  const rtmpPort = Number(overrides.RTMP_PORT ?? (await freeTcpPort()));
  const child = spawn(process.execPath, [path.join(directory, 'gateway.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: childEnv({
      GATEWAY_HOST: '127.0.0.1',
      SRT_INGEST_PORT: String(ingestPort),
      SRT_VIEW_PORT: String(viewPort),
      RTMP_PORT: String(rtmpPort),
      WORKER_STATE_DIR: workerStateDir,
      LOG_LEVEL: 'info',
      ...overrides,
    }),
  });
  const lines: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk));
  const log = () => Buffer.concat(lines).toString();
  child.once('close', () => refuseWarnings('the gateway', log()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ingestPort, viewPort, rtmpPort, log, ended };
}

/** Starts the real gateway process and waits until it is ready. */
export async function startGateway(overrides: Record<string, string> = {}): Promise<GatewayProcess> {
  const gateway = await spawnGateway(overrides);
  const ready = await Promise.race([once(gateway.child, 'message'), gateway.ended]);
  if (!Array.isArray(ready)) throw new Error(`the gateway did not start: ${gateway.log()}`);
  return gateway;
}
