import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openBus } from '@/lib/platform/bus/open-bus';
import { childEnv } from '@/lib/platform/env/child-env';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { isInstalled } from '@/scripts/steps/run.mjs';
import { publishSamples } from '@/server/gateway/metrics/publish-samples';
import { freeTcpPort } from '../../support/network/free-port';
import { until } from '../../support/until';
import { sharedNowMs } from './cable-driver-protocol';

/** A server to measure. */
export interface CableTarget {
  name: string;
  url(token: string): string;
  /** The subscription to a stream's samples. */
  identifier(streamId: string): string;
  /** Sends one sample to everybody who watches the stream. */
  broadcast(streamId: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly pid: number;
}

type Launch = () => Promise<ChildProcess>;

async function makeTarget(
  target: Pick<CableTarget, 'name' | 'url' | 'identifier' | 'broadcast'>,
  launch: Launch,
): Promise<CableTarget> {
  let child: ChildProcess | null = null;
  return {
    ...target,
    async start() {
      child = await launch();
    },
    async stop() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      child = null;
    },
    get pid() {
      if (!child?.pid) throw new Error(`${target.name} does not run`);
      return child.pid;
    },
  };
}

const sample = (streamId: string) => ({
  streamId,
  organizationId: '',
  recordedAt: new Date(),
  fps: 29.97,
  // When it was sent, for the drivers.
  bitrateKbps: Number(sharedNowMs().toFixed(3)),
  reconnectCount: 0,
  latencyMs: 180,
  droppedFrames: 0,
  qualityScore: 97,
  alertLevel: 'healthy' as const,
  rttMs: 20,
  jitterMs: 1.4,
  lostPackets: 0,
  retransmittedPackets: 0,
  lossPercent: 0,
  gopSeconds: 2,
  audioLeftDbfs: -18.2,
  audioRightDbfs: -18.4,
  loudnessLufs: -23.4,
  shortTermLufs: -23.1,
  playersMarginMs: null,
});

const metricsIdentifier = (streamId: string) =>
  JSON.stringify({ channel: 'StreamMetricsChannel', stream_id: streamId });

/** Sends one sample of each stream, as a gateway does every second. */
export const publishSampleOf = (streamIds: string[]): Promise<void> => publishSamples(openBus(), streamIds.map(sample));

/** The `application_name` of the measured servers' connections to Postgres. */
export const targetApplicationName = 'bench-target';

async function launchOurs(program: string, port: number): Promise<ChildProcess> {
  const databaseUrl = new URL(databaseEnv().DATABASE_URL);
  databaseUrl.searchParams.set('application_name', targetApplicationName);
  const child = spawn(process.execPath, [program], {
    // Standard output is for the tables.
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    env: childEnv({ PORT: String(port), DATABASE_URL: databaseUrl.href }),
  });
  await once(child, 'message');
  return child;
}

/** The web process. */
export async function cableTarget(): Promise<CableTarget> {
  const port = await freeTcpPort();
  return makeTarget(
    {
      name: '/cable',
      url: (token) => `ws://127.0.0.1:${port}/cable?token=${encodeURIComponent(token)}`,
      identifier: metricsIdentifier,
      broadcast: (streamId) => publishSampleOf([streamId]),
    },
    () => launchOurs('dist/web.mjs', port),
  );
}

/** The least that `ws` needs to send everything to everybody. */
export async function bareTarget(): Promise<CableTarget> {
  const port = await freeTcpPort();
  return makeTarget(
    {
      name: 'bare ws',
      url: () => `ws://127.0.0.1:${port}/`,
      identifier: metricsIdentifier,
      broadcast: (streamId) => publishSampleOf([streamId]),
    },
    () => launchOurs('dist/cable.bare-server.mjs', port),
  );
}

/** anycable-go without sign-in, told by HTTP; null where there is no such program on the PATH. */
export async function anycableTarget(): Promise<CableTarget | null> {
  if (!isInstalled('anycable-go')) return null;
  const [port, broadcastPort] = [await freeTcpPort(), await freeTcpPort()];
  return makeTarget(
    {
      name: 'anycable-go',
      url: () => `ws://127.0.0.1:${port}/cable`,
      identifier: (streamId) => JSON.stringify({ channel: '$pubsub', stream_name: streamId }),
      async broadcast(stream) {
        const { bitrateKbps: bitrate, fps } = sample(stream);
        const metrics = { fps, bitrate, recorded_at: new Date(), padding: 'x'.repeat(120) };
        const data = JSON.stringify({ type: 'stream_metrics', stream_id: stream, metrics });
        const response = await fetch(`http://127.0.0.1:${broadcastPort}/_broadcast`, {
          method: 'POST',
          body: JSON.stringify({ stream, data }),
        });
        if (!response.ok) throw new Error(`anycable-go refused a broadcast: ${response.status}`);
      },
    },
    async () => {
      const child = spawn(
        'anycable-go',
        [
          ...['--host=127.0.0.1', `--port=${port}`, '--public', '--norpc', '--log_level=error'],
          ...['--broadcast_adapter=http', `--http_broadcast_port=${broadcastPort}`],
        ],
        { stdio: ['ignore', process.stderr, process.stderr] },
      );
      await until('the AnyCable server is healthy', () =>
        fetch(`http://127.0.0.1:${port}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      return child;
    },
  );
}
