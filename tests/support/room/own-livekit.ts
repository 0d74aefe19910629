import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnv } from '@/lib/platform/env/child-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import { type LocalLivekit, startLivekit } from '@/server/all-in-one/livekit';
import { freeTcpPort, freeUdpPort } from '../network/free-port';

/** A livekit-server for one test, with the keys of the shared one, which the test may kill and restart. */
export class OwnLivekit {
  #directory: string;
  #port: number;
  #rtcPort: number;
  #settings: Record<string, string>;
  #process: LocalLivekit | undefined;

  private constructor(directory: string, port: number, rtcPort: number, settings: Record<string, string>) {
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

  /** With the TURN server that docs/tls.md describes, by UDP. */
  static async startWithTurn(): Promise<OwnLivekit> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-livekit-'));
    const [port, rtcPort, turnPort] = [await freeTcpPort(), await freeUdpPort(), await freeUdpPort()];
    const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
    const config = {
      port,
      bind_addresses: ['127.0.0.1'],
      rtc: {
        node_ip: '127.0.0.1',
        udp_port: rtcPort,
        enable_loopback_candidate: true,
        interfaces: { includes: ['lo', 'lo0'] },
        stun_servers: [`127.0.0.1:${turnPort}`],
      },
      turn: { enabled: true, udp_port: turnPort, allow_restricted_peer_cidrs: ['127.0.0.1/32'] },
      keys: { [LIVEKIT_API_KEY]: LIVEKIT_API_SECRET },
      logging: { level: 'warn', json: true },
    };
    // It goes before the file that the product writes.
    const livekit = new OwnLivekit(directory, port, rtcPort, { LIVEKIT_CONFIG: JSON.stringify(config) });
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
      loopbackOnly: true,
      hasPublicSignalling: false,
      program: findLivekit() ?? '',
      apiKey: livekitEnv().LIVEKIT_API_KEY,
      apiSecret,
      env: childEnv(this.#settings),
      onLine: () => undefined,
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true });
  }
}
