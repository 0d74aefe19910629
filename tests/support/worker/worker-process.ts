import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  reportPath,
  roomTokenPath,
  type WorkerJob,
  type WorkerReport,
  workerReportSchema,
} from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { workerChildEnv } from '@/lib/platform/env/child-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPublisherToken } from '@/lib/platform/livekit/room-tokens';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { LoopbackAddresses, takeFreePorts } from '@/server/gateway/drivers/worker-addresses';
import { liveH264, testPicture, testTone } from '../camera/encode';
import { type Ffmpeg, ffmpeg } from '../camera/ffmpeg';
import { until } from '../until';

export interface WorkerProcess {
  child: ChildProcess;
  job: WorkerJob;
  eventId: string;
  /** What it reported so far. */
  reports: WorkerReport[];
  /** The signals that it reported, each once in a row. */
  signals(): WorkerReport['signal'][];
  /** Waits for a report after this call for which `matches`. */
  untilReport(matches: (report: WorkerReport) => boolean, what: string): Promise<WorkerReport>;
  /** From now on the gateway does not want it any more. */
  dismiss(): void;
  log(): string;
  /** Settles when the process is gone. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

const addresses = new LoopbackAddresses();
const secretOfThisWorker = 'secret of this worker';

/** Starts the real worker process, with the gateway's side of the worker protocol played by this test. */
export async function startWorker(
  livekitUrl = livekitEnv().LIVEKIT_URL,
  passphrase: string | null = null,
): Promise<WorkerProcess> {
  await bundlePrograms();
  const eventId = newId();
  const reports: WorkerReport[] = [];
  let isWanted = true;
  const gateway = createServer(async (request, response) => {
    const body = await json(request);
    const isOurs = request.headers.authorization === `Bearer ${job.gatewayToken}` && request.method === 'POST';
    if (isOurs && request.url === reportPath(job.streamId)) {
      reports.push(workerReportSchema.parse(body));
      response.writeHead(isWanted ? 204 : 410).end();
    } else if (isOurs && request.url === roomTokenPath(job.streamId)) {
      response.end(JSON.stringify({ token: await mintPublisherToken(eventId, job.participantIdentity, 'Camera 1') }));
    } else response.writeHead(404).end();
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const address = gateway.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const pod = process.platform === 'linux' ? await addresses.take() : await takeFreePorts();
  const { podIp, inputPort, outputPort } = pod;
  const job: WorkerJob = {
    ...{ podIp, inputPort, outputPort, livekitUrl, passphrase },
    streamId: newId(),
    generation: 3,
    srtLatencyMs: 120,
    participantIdentity: `camera-${eventId}`,
    gatewayUrl: `http://127.0.0.1:${address.port}`,
    gatewayToken: secretOfThisWorker,
  };
  const child = spawn(process.execPath, ['dist/worker.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...workerChildEnv(), LOG_LEVEL: 'debug' },
  });
  child.send(job);
  const lines: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk));
  const log = () => Buffer.concat(lines).toString();
  const ended = once(child, 'exit');
  return {
    ...{ child, job, eventId, reports, log, ended },
    signals: () => reports.map(({ signal }) => signal).filter((signal, index, all) => signal !== all[index - 1]),
    untilReport(matches, what) {
      const start = reports.length;
      return until(() => reports.slice(start).find(matches), { timeoutMs: 15_000, what }).catch((cause: unknown) => {
        throw new Error(`${String(cause)}, the worker said:\n${log()}`, { cause });
      });
    },
    dismiss: () => {
      isWanted = false;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      pod.release();
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
    },
  };
}

/** An encoder with picture and sound that calls the worker itself, or another address. */
export const startEncoder = (
  { job }: WorkerProcess,
  size = '640x360',
  address = `srt://${job.podIp}:${job.inputPort}?mode=caller`,
): Ffmpeg =>
  ffmpeg([
    ...[
      '-re',
      ...testPicture(size, 30),
      '-re',
      ...testTone(),
      ...liveH264,
      '-b:v',
      '300k',
      '-c:a',
      'aac',
      '-f',
      'mpegts',
    ],
    `${address}&latency=120000`,
  ]);
