import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSelfSignedCertificate, HashAlgorithm, SignatureAlgorithm } from 'werift';
import { childEnv } from '@/lib/platform/env/child-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { type LocalLivekit, startLivekit } from '@/server/all-in-one/livekit';
import { freeTcpPort, freeUdpPort } from '../network/free-port';

/** Settings of the TURN server by TLS, with a self-signed certificate. */
async function tlsOf(directory: string, tls_port: number) {
  const [cert_file, key_file] = [path.join(directory, 'turn.crt'), path.join(directory, 'turn.key')];
  const { certPem, keyPem } = await createSelfSignedCertificate({
    hash: HashAlgorithm.sha256_4,
    signature: SignatureAlgorithm.ecdsa_3,
  });
  await Promise.all([writeFile(cert_file, certPem), writeFile(key_file, keyPem)]);
  return { domain: 'turn.example.org', tls_port, cert_file, key_file };
}

/** A livekit-server for one test, with the keys of the shared one, which the test may kill and restart. */
export class OwnLivekit {
  /** Port of the TURN server. 0: there is none. */
  readonly turnPort: number;
  #directory: string;
  #port: number;
  #rtcPort: number;
  #settings: Record<string, string>;
  #tcpPort: number | null = null;
  #process: LocalLivekit | undefined;

  private constructor(
    directory: string,
    port: number,
    rtcPort: number,
    settings: Record<string, string>,
    turnPort = 0,
  ) {
    this.turnPort = turnPort;
    this.#directory = directory;
    this.#port = port;
    this.#rtcPort = rtcPort;
    this.#settings = settings;
  }

  /** @param settings of livekit-server, as its environment variables */
  static async start(settings: Record<string, string> = {}): Promise<OwnLivekit> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-livekit-'));
    const livekit = new OwnLivekit(directory, await freeTcpPort(), await freeUdpPort(), settings);
    await livekit.restart();
    return livekit;
  }

  /** That takes media over TCP, too. */
  static async startWithTcp(): Promise<OwnLivekit> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-livekit-'));
    const livekit = new OwnLivekit(directory, await freeTcpPort(), await freeUdpPort(), {});
    livekit.#tcpPort = await freeTcpPort();
    await livekit.restart();
    return livekit;
  }

  /** With the TURN server that docs/tls.md describes. */
  static async startWithTurn(transport: 'udp' | 'tls'): Promise<OwnLivekit> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-livekit-'));
    const [port, rtcPort] = [await freeTcpPort(), await freeUdpPort()];
    const turnPort = transport === 'udp' ? await freeUdpPort() : await freeTcpPort();
    const turn = transport === 'udp' ? { udp_port: turnPort } : await tlsOf(directory, turnPort);
    const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
    const config = {
      port,
      bind_addresses: ['127.0.0.1'],
      rtc: {
        node_ip: '127.0.0.1',
        udp_port: rtcPort,
        tcp_port: await freeTcpPort(),
        enable_loopback_candidate: true,
        interfaces: { includes: ['lo', 'lo0'] },
        // Nobody answers there: without any, LiveKit names public ones.
        stun_servers: [`127.0.0.1:${turnPort}`],
      },
      turn: { enabled: true, ...turn, allow_restricted_peer_cidrs: ['127.0.0.1/32'] },
      keys: { [LIVEKIT_API_KEY]: LIVEKIT_API_SECRET },
      logging: { level: 'warn', json: true },
    };
    // It goes before the file that the product writes.
    const livekit = new OwnLivekit(directory, port, rtcPort, { LIVEKIT_CONFIG: JSON.stringify(config) }, turnPort);
    await livekit.restart();
    return livekit;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#port}`;
  }

  /** Kills it without a disconnect message. */
  async kill(): Promise<void> {
    await this.#process?.stop('SIGKILL', 0);
  }

  /** @param apiSecret replaces the one of the shared server */
  async restart(apiSecret = livekitEnv().LIVEKIT_API_SECRET): Promise<void> {
    this.#process = await startLivekit({
      directory: this.#directory,
      port: this.#port,
      rtcPort: this.#rtcPort,
      tcpPort: this.#tcpPort,
      nodeIp: null,
      metrics: null,
      loopbackOnly: true,
      hasPublicSignalling: false,
      program: findLivekit() ?? '',
      keys: { [livekitEnv().LIVEKIT_API_KEY]: apiSecret },
      env: childEnv(this.#settings),
      onLine: () => undefined,
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true });
  }
}
