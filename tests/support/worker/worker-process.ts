import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type {
  CameraLimits,
  PlacedWorkerSpec,
  WorkerAddress,
  WorkerReport,
  WorkerSource,
} from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { workerChildEnv } from '@/lib/platform/env/child-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPublisherToken } from '@/lib/platform/livekit/room-tokens';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { workerNodeOptions } from '@/scripts/worker-node-options.mjs';
import { liveH264, testFrames, testTone } from '../camera/encode';
import { type Ffmpeg, ffmpeg } from '../camera/ffmpeg';
import { refuseWarnings } from '../warnings/refuse-warnings';
import { type MintToken, type PlayedGateway, playGateway } from './played-gateway';
import { workerAddress } from './worker-address';

export interface WorkerProcess {
  child: ChildProcess;
  spec: PlacedWorkerSpec;
  eventId: string;
  gateway: PlayedGateway;
  /** Its reports so far to the gateway that started it. */
  reports: WorkerReport[];
  /** The signals that it reported, each once in a row. */
  signals(): WorkerReport['signal'][];
  /** Waits for a report after this call for which `matches`. */
  untilReport(matches: (report: WorkerReport) => boolean, what: string): Promise<WorkerReport>;
  log(): string;
  /** Settles with how it ended when the process is gone: its exit code or its signal. */
  ended: Promise<number | NodeJS.Signals>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  livekitUrl?: string;
  passphrase?: string;
  address?: WorkerAddress;
  /** How it gets its spec. */
  start?: 'ipc' | 'environment';
  nodeOptions?: string[];
  limits?: CameraLimits;
  maxMemoryMb?: number;
  /** Its LiveKit tokens; those of the test's livekit-server where nothing else is said. */
  mintToken?: MintToken;
  /** The camera whose place in the room it takes; one of its own where nothing else is said. */
  eventId?: string;
  /** An SRT listener where nothing else is said. */
  source?: WorkerSource;
  /** In the room; its own where nothing else is said. */
  participantIdentity?: string;
}

/** The gateway's defaults. */
const usualLimits: CameraLimits = { maxSidePixels: 4096, maxFps: 120, maxBitrateKbps: 60_000 };

/** Starts the real worker process, with the gateway's side of the worker protocol played by this test. */
export async function startWorker(options: WorkerOptions = {}): Promise<WorkerProcess> {
  await bundlePrograms();
  const { eventId = newId(), start = 'ipc' } = options;
  const { participantIdentity = `camera-${eventId}` } = options;
  const mintToken = options.mintToken ?? (() => mintPublisherToken(eventId, participantIdentity));
  const worker = { workerId: `worker-${newId()}`, token: randomBytes(32).toString('base64url') };
  const gateway = await playGateway(worker, mintToken);
  const spec: PlacedWorkerSpec = {
    workerId: worker.workerId,
    streamId: newId(),
    eventId,
    generation: 3,
    limits: options.limits ?? usualLimits,
    maxMemoryMb: options.maxMemoryMb ?? 1024,
    source: options.source ?? { kind: 'srt', passphrase: options.passphrase ?? null },
    playerPassphrase: options.passphrase ?? null,
    livekitUrl: options.livekitUrl ?? livekitEnv().LIVEKIT_URL,
    participantIdentity,
    gatewayUrl: gateway.url,
    token: worker.token,
    address: options.address ?? (await workerAddress()),
  };
  const environment: NodeJS.ProcessEnv = { ...workerChildEnv(), LOG_LEVEL: 'debug' };
  if (start === 'environment') environment.WORKER_SPEC = JSON.stringify(spec);
  // As the process driver starts workers; without its options the command line has no room for the title.
  const child = spawn(process.execPath, [...workerNodeOptions, ...(options.nodeOptions ?? []), 'dist/worker.mjs'], {
    stdio: start === 'ipc' ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  if (start === 'ipc') child.send(spec);
  const lines: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk));
  const log = () => Buffer.concat(lines).toString();
  child.once('close', () => refuseWarnings('the worker', log()));
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const { reports } = gateway;
  return {
    child,
    spec,
    eventId,
    gateway,
    reports,
    log,
    ended,
    signals: () => reports.map(({ signal }) => signal).filter((signal, index, all) => signal !== all[index - 1]),
    untilReport(matches, what) {
      return gateway.untilReport(matches, what).catch((cause: unknown) => {
        throw new Error(`${String(cause)}, the worker said:\n${log()}`, { cause });
      });
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      await gateway.close();
    },
  };
}

/** Where a camera calls a worker, as a URL of ffmpeg. */
export const inputUrl = ({ spec: { address } }: Pick<WorkerProcess, 'spec'>): string =>
  `srt://${address.host}:${address.inputPort}?mode=caller`;

/** An encoder with video and audio that calls the worker itself, or another address. */
export const startEncoder = (worker: WorkerProcess, size = '640x360', address = inputUrl(worker)): Ffmpeg =>
  ffmpeg([
    '-re',
    ...testFrames(size, 30),
    '-re',
    ...testTone(),
    ...liveH264,
    '-b:v',
    '300k',
    '-c:a',
    'aac',
    '-f',
    'mpegts',
    `${address}&latency=120000`,
  ]);
