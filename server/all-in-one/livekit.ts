import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { endLeftOver } from '@/lib/platform/process/left-over';
import { type Child, spawnChild } from './child';

export interface LocalLivekitOptions {
  /** Path of the livekit-server program. */
  program: string;
  /** Where its configuration and pid file go. */
  directory: string;
  /** TCP, for signalling. */
  port: number;
  /** UDP, for all media. */
  rtcPort: number;
  apiKey: string;
  apiSecret: string;
  /** True: media goes to this machine alone. False: also to the local network, so that phones can watch. */
  loopbackOnly: boolean;
  /** Whether other machines reach its signalling; otherwise the web server beside it passes that through. */
  hasPublicSignalling: boolean;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}

export interface LocalLivekit extends Child {
  /** The ws:// address. */
  url: string;
}

const startTimeoutMs = 10_000;
const pollMs = 25;
const answerTimeoutMs = 1_000;

const configPathIn = (directory: string): string => path.resolve(directory, 'livekit.yaml');
const pidPathIn = (directory: string): string => path.resolve(directory, 'livekit.pid');

/** Ends the server that a killed run left behind in this folder. */
export const endLeftOverLivekit = (directory: string): Promise<void> =>
  endLeftOver(pidPathIn(directory), configPathIn(directory), 'SIGKILL');

/**
 * Runs livekit-server. It keeps nothing that must be saved; on SIGTERM it waits for everybody to leave.
 * @throws AppError `unavailable` with one sentence when it cannot start
 */
export async function startLivekit(options: LocalLivekitOptions): Promise<LocalLivekit> {
  const configPath = configPathIn(options.directory);
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  await writeFile(configPath, configuration(options), { mode: 0o600 });
  await chmod(configPath, 0o600);
  let lastLine = '';
  const child = await spawnChild({
    command: options.program,
    args: ['--config', configPath],
    env: options.env,
    onLine: (line) => {
      lastLine = line;
      options.onLine(line);
    },
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', `${options.program} cannot be run (${String(cause)}).`, { cause });
  });
  await writeFile(pidPathIn(options.directory), `${child.pid}\n`, { mode: 0o600 });
  const outcome = await Promise.race([untilHealthy(options.port), child.ended]);
  if (outcome !== 'healthy') {
    await child.stop('SIGKILL', 0);
    throw new AppError('unavailable', `livekit-server did not start (${outcome}: ${lastLine}).`);
  }
  return { ...child, url: `ws://127.0.0.1:${options.port}` };
}

async function untilHealthy(port: number): Promise<string> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(pollMs)) {
    if (await isHealthy(port)) return 'healthy';
  }
  return `no answer on port ${port}`;
}

/** By node:http, for `fetch` would cost this program 5 MB for as long as it runs. */
const isHealthy = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, timeout: answerTimeoutMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });

/**
 * A layer counts as stopped after two seconds, and as sent again likewise. After half a second, the layers of a worker that
 * got no processor time for so long counted as stopped, and LiveKit steps down to no such layer. Its default lets a layer that
 * has stopped wait for 10 s, against senders that try layers out; our workers do not (docs/decisions/0062).
 */
export const layerDetection = `{ stream_tracker_manager: { video: { packet_tracker: { ${[0, 1]
  .map((layer) => `${layer}: { samples_required: 1, cycles_required: 1, cycle_duration: 2s }`)
  .join(', ')} } } } }`;

/**
 * What a viewer's downlink carries is judged here, by when packets arrived there, not by what the browser estimates. It is
 * known to be narrow once three groups of ten packets have waited 300 ms for it, each longer than the one before, or once about
 * a tenth of 300 ms of them are lost, which counts four times as much against what it carries as by default. For how long those
 * were sent does not count: a keyframe comes at once, and until it has passed livekit-server hears of nothing else. It remembers
 * 2,048 packets, which a wall sends in less than a second; after that it takes no notice of arrivals any more. The downlink is wide
 * enough again once nothing waits longer than 100 ms. A probe of 100 ms, which a short queue holds, tries room for two layers, and
 * the next one follows 0.3 s later, or a second where there was none (docs/decisions/0071). The factor multiplies the
 * interval to more than that second: livekit-server truncates the product to whole seconds, and 0.6 would be none.
 */
export const congestionControl = {
  use_send_side_bwe: true,
  stream_allocator: { probe_overage_pct: 250 },
  send_side_bwe: {
    congestion_detector: {
      packet_group: { min_packets: 10 },
      jqr_min_delay: '300ms',
      dqr_max_delay: '100ms',
      weighted_loss: { loss_penalty_factor: 1 },
      queuing_delay_early_warning_jqr: { min_number_of_groups: 2, min_duration: '1ms' },
      queuing_delay_congested_jqr: { min_number_of_groups: 3, min_duration: '2ms' },
      loss_early_warning_jqr: { min_number_of_groups: 3, min_duration: '100ms' },
      loss_congested_jqr: { min_number_of_groups: 6, min_duration: '300ms' },
      probe_regulator: {
        base_interval: '300ms',
        backoff_factor: 4,
        max_interval: '1s',
        min_duration: '100ms',
        duration_increase_factor: 1,
      },
    },
  },
};

/** Without `stun_servers` livekit-server tells browsers to ask public ones. */
function configuration(options: LocalLivekitOptions): string {
  const { port, rtcPort, apiKey, apiSecret, loopbackOnly, hasPublicSignalling } = options;
  const settings = {
    port,
    bind_addresses: hasPublicSignalling ? [''] : ['127.0.0.1'],
    rtc: {
      stun_servers: ['127.0.0.1:3478'],
      udp_port: rtcPort,
      tcp_port: 0,
      use_external_ip: false,
      enable_loopback_candidate: true,
      congestion_control: congestionControl,
      ...(loopbackOnly && { node_ip: '127.0.0.1', interfaces: { includes: ['lo', 'lo0'] } }),
    },
    keys: { [apiKey]: apiSecret },
    logging: { level: 'warn', json: true },
  };
  // A value of JSON is one of YAML, too.
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [...lines, `video: ${layerDetection}`, ''].join('\n');
}
