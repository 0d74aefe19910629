import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { readPublicAddress } from '@/lib/platform/livekit/public-address';
import { log } from '@/lib/platform/log';
import { endLeftOver } from '@/lib/platform/process/left-over';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { type Child, spawnChild } from './child';
import type { StopSettings } from './keep-running';
import { logLine } from './log-line';
import { type PortClaim, usableTcpPort } from './ports';
import { openStunResponder } from './stun-responder';

/** The settings in which one livekit-server differs from the next. */
export interface LivekitSettings {
  /** TCP, for signalling. */
  port: number;
  /** UDP, for media. */
  rtcPort: number;
  /** TCP, for the media of browsers whose network lets no UDP out; null: none. */
  tcpPort: number | null;
  /** TCP port of its figures for Prometheus, and the password that it sends; null: nobody reads them. */
  metrics: { port: number; token: string } | null;
  /** The secret of each API key. */
  keys: Record<string, string>;
  /** The address that browsers are told, where it is none of this machine's, as behind NAT; null: this machine's own. */
  nodeIp: string | null;
  /** True: media goes to this machine alone. False: also to the local network, so that phones can watch. */
  loopbackOnly: boolean;
  /** Whether other machines reach its signalling; otherwise the web server beside it passes that through. */
  hasPublicSignalling: boolean;
}

export interface LocalLivekitOptions extends LivekitSettings {
  /** Path of the livekit-server program. */
  program: string;
  /** Where its configuration and pid file go. */
  directory: string;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
  /** Ends the wait for it, and it. */
  stopping?: AbortSignal;
}

export interface LocalLivekit extends Child {
  /** The ws:// address. */
  url: string;
}

const pollMs = 25;
const answerTimeoutMs = 5_000;

const configPathIn = (directory: string): string => path.resolve(directory, 'livekit.yaml');
const pidPathIn = (directory: string): string => path.resolve(directory, 'livekit.pid');

/** Ends the server that a killed run left behind in this folder. */
export const endLeftOverLivekit = (directory: string): Promise<void> =>
  endLeftOver(pidPathIn(directory), configPathIn(directory), 'SIGKILL');

/**
 * Runs livekit-server. It waits for all participants to leave on SIGTERM, and has nothing to save.
 * @throws AppError `unavailable` with one sentence when it cannot start
 */
export async function startLivekit(options: LocalLivekitOptions): Promise<LocalLivekit> {
  const configPath = configPathIn(options.directory);
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const stun = await openStunResponder();
  const settings = Object.assign({}, options, { stunPort: stun.port });
  await writeFile(configPath, await livekitConfiguration(settings), { mode: 0o600 });
  await chmod(configPath, 0o600);
  let lastLine = '';
  const child = await spawnChild({
    priority: 'live',
    command: options.program,
    args: ['--config', configPath],
    env: options.env,
    onLine: (line) => {
      lastLine = line;
      options.onLine(line);
    },
  }).catch((cause: unknown) => {
    stun.close();
    throw new AppError('unavailable', `${options.program} cannot be run (${String(cause)}).`, { cause });
  });
  child.ended.then(() => stun.close());
  await writeFile(pidPathIn(options.directory), `${child.pid}\n`, { mode: 0o600 });
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, ...(options.stopping ? [options.stopping] : [])]);
  const outcome = await Promise.race([untilHealthy(options.port, signal), child.ended]);
  settled.abort();
  if (outcome !== 'healthy') {
    await child.stop('SIGKILL', 0);
    throw new AppError('unavailable', `livekit-server did not start (${outcome}: ${lastLine}).`);
  }
  return { ...child, url: `ws://127.0.0.1:${options.port}` };
}

/** On a machine that is too busy it takes as long as it takes: only a server that exits has failed. */
async function untilHealthy(port: number, signal: AbortSignal): Promise<'healthy' | 'stopped'> {
  while (!signal.aborted) {
    if (await isHealthy(port)) return 'healthy';
    await sleep(pollMs);
  }
  return 'stopped';
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

/** LiveKit checks a name and a password, while the other programs check a token. */
const metricsUser = 'prometheus';

/** The tuning that every installation shares. Programs run in the product's folder. */
const tuningPath = 'deploy/livekit/livekit.yaml';

/** The STUN server of that file, where nobody answers. */
const silentStun = '127.0.0.1:3478';

/**
 * The text of livekit.yaml: the shared tuning, continued by this machine's settings. The tuning ends with its section `rtc`,
 * so the indented lines belong to that.
 * @throws AppError `unavailable` when the tuning cannot be read
 */
export async function livekitConfiguration(settings: LivekitSettings & { stunPort: number }): Promise<string> {
  const { port, rtcPort, tcpPort, metrics, keys, nodeIp, loopbackOnly, hasPublicSignalling, stunPort } = settings;
  const rtc = {
    udp_port: rtcPort,
    tcp_port: tcpPort ?? 0,
    enable_loopback_candidate: true,
    ...(nodeIp !== null && { node_ip: nodeIp }),
    ...(loopbackOnly && { node_ip: '127.0.0.1', interfaces: { includes: ['lo', 'lo0'] } }),
  };
  const server = {
    port,
    bind_addresses: hasPublicSignalling ? [''] : ['127.0.0.1'],
    keys,
    logging: { level: 'warn', json: true },
    ...(metrics && { prometheus: { port: metrics.port, username: metricsUser, password: metrics.token } }),
  };
  const tuning = await readFile(tuningPath, 'utf8').catch((cause: unknown) => {
    throw new AppError('unavailable', `${tuningPath} cannot be read in ${process.cwd()} (${String(cause)}).`, {
      cause,
    });
  });
  const tuned = tuning.trimEnd().replaceAll(`"${silentStun}"`, `"127.0.0.1:${stunPort}"`);
  return [tuned, ...yamlLines(rtc).map((line) => `  ${line}`), ...yamlLines(server), ''].join('\n');
}

/** A JSON value is a YAML value, too. */
const yamlLines = (section: object): string[] =>
  Object.entries(section).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

/** SIGTERM would make it wait for all participants; it has nothing to save. */
export const livekitStop: StopSettings = { signal: 'SIGTERM', timeoutMs: 500 };

/** LiveKit's own default for media over TCP. */
const usualTcpPort = 7881;
const loopback = '127.0.0.1';

/** Browsers that are sent to LiveKit by another address than the web server's reach it by way of some other machine. */
const hasPublicSignalling = (settings: AllInOneEnv): boolean =>
  settings.LIVEKIT_PUBLIC_URL !== undefined && !settings.LIVEKIT_LOOPBACK_ONLY;

const mediaHost = (settings: AllInOneEnv): string => (settings.LIVEKIT_LOOPBACK_ONLY ? loopback : '0.0.0.0');

const livekitMetrics = ({ LIVEKIT_METRICS_PORT: port, METRICS_TOKEN: token }: AllInOneEnv) =>
  port !== undefined && token !== undefined ? { port, token } : null;

/** The ports of the livekit-server that settings describe. */
export function livekitPorts(settings: AllInOneEnv): PortClaim[] {
  const signalHost = hasPublicSignalling(settings) ? '0.0.0.0' : loopback;
  const host = mediaHost(settings);
  const { LIVEKIT_PORT, LIVEKIT_RTC_PORT, LIVEKIT_TCP_PORT } = settings;
  const metrics = livekitMetrics(settings);
  return [
    { protocol: 'TCP', host: signalHost, port: LIVEKIT_PORT, variable: 'LIVEKIT_PORT' },
    { protocol: 'TCP', host: signalHost, port: metrics?.port, variable: 'LIVEKIT_METRICS_PORT' },
    { protocol: 'UDP', host, port: LIVEKIT_RTC_PORT, variable: 'LIVEKIT_RTC_PORT' },
    { protocol: 'TCP', host, port: LIVEKIT_TCP_PORT, variable: 'LIVEKIT_TCP_PORT' },
  ];
}

/**
 * The livekit-server of a data folder, except for its keys, which change.
 * @throws AppError `unavailable` where there is no such program, or the STUN server of NODE_IP does not answer
 */
export async function localLivekit(settings: AllInOneEnv, dataDir: string): Promise<Omit<LocalLivekitOptions, 'keys'>> {
  const program = findLivekit();
  if (!program) {
    throw new AppError('unavailable', 'There is no livekit-server; `npm start` gets one, or set LIVEKIT_SERVER_BIN.');
  }
  // Another program's LiveKit may have the usual one, and nobody has to know it: browsers are told.
  const tcpPort = settings.LIVEKIT_TCP_PORT ?? (await usableTcpPort(mediaHost(settings), usualTcpPort));
  const isChosen = settings.LIVEKIT_TCP_PORT !== undefined || tcpPort === usualTcpPort;
  if (!isChosen) log.info({ port: tcpPort }, 'livekit: media over TCP');
  return {
    program,
    directory: path.join(dataDir, 'livekit'),
    port: settings.LIVEKIT_PORT,
    rtcPort: settings.LIVEKIT_RTC_PORT,
    tcpPort,
    metrics: livekitMetrics(settings),
    nodeIp: await readNodeIp(settings),
    loopbackOnly: settings.LIVEKIT_LOOPBACK_ONLY,
    hasPublicSignalling: hasPublicSignalling(settings),
    env: programEnv(null),
    onLine: logLine('livekit'),
  };
}

/** @returns the address that browsers are told, where it is none of this machine's own. Asks the STUN server that is named. */
async function readNodeIp({ NODE_IP, LIVEKIT_LOOPBACK_ONLY }: AllInOneEnv): Promise<string | null> {
  if (NODE_IP === undefined || LIVEKIT_LOOPBACK_ONLY) return null;
  const [, server] = /^stun:(.+)$/i.exec(NODE_IP) ?? [];
  if (server === undefined) return NODE_IP;
  const address = await readPublicAddress(server);
  log.info({ address, server }, 'livekit: browsers are told the address that a STUN server sees');
  return address;
}

/** The keys that livekit-server accepts: the present one, and the one from before a rotation. */
export function livekitKeys(programSettings: Record<string, string>): Record<string, string> {
  const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET, LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER } = programSettings;
  return Object.fromEntries(
    [
      [LIVEKIT_API_KEY, LIVEKIT_API_SECRET],
      [LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER],
    ].filter(([key]) => key),
  );
}
