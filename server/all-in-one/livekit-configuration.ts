import { readFile } from 'node:fs/promises';
import { AppError } from '@/lib/core/errors';

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

/** LiveKit checks a name and a password, while the other programs check a token. */
const metricsUser = 'prometheus';

/** The tuning that every installation shares. Programs run in the product's folder. */
const tuningPath = 'deploy/livekit/livekit.yaml';

/**
 * The text of livekit.yaml: the shared tuning, continued by this machine's settings. The tuning ends with its section `rtc`,
 * so the indented lines belong to that.
 * @throws AppError `unavailable` when the tuning cannot be read
 */
export async function livekitConfiguration(settings: LivekitSettings): Promise<string> {
  const { port, rtcPort, tcpPort, metrics, keys, nodeIp, loopbackOnly, hasPublicSignalling } = settings;
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
  return [tuning.trimEnd(), ...yamlLines(rtc).map((line) => `  ${line}`), ...yamlLines(server), ''].join('\n');
}

/** A JSON value is a YAML value, too. */
const yamlLines = (section: object): string[] =>
  Object.entries(section).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
