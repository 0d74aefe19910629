import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeTcpPort, freeUdpPort } from '../network/free-port';
import { until } from '../until';

const checkIntervalMs = 2_000;

/** The profiles of docker-compose.yml: https by Caddy, and a bus by Redis. */
export type Profile = 'tls' | 'redis';

const settingsOf: Record<Profile, Record<string, string>> = {
  tls: { SITE: 'localhost', PUBLIC_URL: 'https://localhost', TRUSTED_PROXY_COUNT: '1' },
  redis: { REDIS_URL: 'redis://redis:6379' },
};

const secret = () => randomBytes(24).toString('hex');

/** Runs a program to its end. @returns what it has written @throws with it where its exit code is another than 0 */
export function runTool(command: string, args: string[]): string {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** The product in containers, as docker-compose.yml has it, run by podman-compose on ports of its own. */
export class ComposeRun {
  readonly baseUrl: string;
  /** All that has been written into .env. */
  readonly settings: Record<string, string>;
  readonly #directory: string;
  readonly #profiles: Profile[];
  readonly #project = 'sightline-test';

  private constructor(settings: Record<string, string>, directory: string, profiles: Profile[]) {
    this.settings = settings;
    this.#directory = directory;
    this.#profiles = profiles;
    this.baseUrl = settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`;
  }

  /** Writes the .env of docs/install.md. @param image of the product */
  static async prepare(image: string, ...profiles: Profile[]): Promise<ComposeRun> {
    const directory = mkdtempSync(path.join(tmpdir(), 'sightline-compose-'));
    const [port, tcpPort] = [await freeTcpPort(), await freeTcpPort()];
    const [ingestPort, viewPort, rtcPort] = [await freeUdpPort(), await freeUdpPort(), await freeUdpPort()];
    const settings = {
      POSTGRES_PASSWORD: secret(),
      SIGHTLINE_DATABASE_PASSWORD: secret(),
      LIVEKIT_API_KEY: `key-${randomBytes(6).toString('hex')}`,
      LIVEKIT_API_SECRET: secret(),
      AUTH_SECRET: secret(),
      NODE_IP: '127.0.0.1',
      HOST: '127.0.0.1',
      PORT: String(port),
      SRT_INGEST_PORT: String(ingestPort),
      SRT_VIEW_PORT: String(viewPort),
      LIVEKIT_RTC_PORT: String(rtcPort),
      LIVEKIT_TCP_PORT: String(tcpPort),
      SIGHTLINE_IMAGE: image,
      ...Object.assign({}, ...profiles.map((profile) => settingsOf[profile])),
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path.join(directory, '.env'), lines.join(''), { mode: 0o600 });
    return new ComposeRun(settings, directory, profiles);
  }

  /**
   * Makes and starts all containers, in the order of the conditions in the file. Without systemd, this Podman runs no
   * health checks by itself, and podman-compose knows no healthy container.
   */
  async up(): Promise<void> {
    const needed = ['postgres', 'livekit', ...this.#profiles.filter((profile) => profile === 'redis')];
    this.#compose('up', '--detach', '--no-build', ...needed);
    for (const service of needed) await this.untilHealthy(service);
    this.#compose('up', '--detach', '--no-build', '--no-deps', 'migrate');
    await until(() => this.exitCode('migrate') !== null, { timeoutMs: 60_000, what: 'the end of migrate' });
    this.#compose('up', '--detach', '--no-build', '--no-deps', 'web', 'gateway');
    for (const service of ['web', 'gateway']) await this.untilHealthy(service);
    if (this.#profiles.includes('tls')) this.#compose('up', '--detach', '--no-build', '--no-deps', 'caddy');
  }

  stop(...services: string[]): void {
    this.#compose('stop', ...services);
  }

  /** Removes all containers. The volumes stay. */
  down(): void {
    this.#compose('down');
  }

  /** Removes everything. */
  remove(): void {
    this.#compose('down', '--volumes');
    rmSync(this.#directory, { recursive: true });
  }

  /** Null while it runs. */
  exitCode(service: string): number | null {
    const state = runTool('podman', [
      'inspect',
      this.#name(service),
      '--format',
      '{{.State.Status}} {{.State.ExitCode}}',
    ]);
    const [status, code] = state.trim().split(' ');
    return status === 'exited' ? Number(code) : null;
  }

  /** Runs a program in a container that runs. @returns its exit code and what it has written */
  exec(service: string, ...command: string[]) {
    const { status, stdout, stderr } = spawnSync('podman', ['exec', this.#name(service), ...command], {
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  untilHealthy(service: string): Promise<boolean> {
    const check = async () => {
      // Each check starts a program in the container, which has to start itself.
      await sleep(checkIntervalMs);
      return spawnSync('podman', ['healthcheck', 'run', this.#name(service)]).status === 0;
    };
    return until(check, { timeoutMs: 240_000, what: `${service} healthy` });
  }

  #name(service: string): string {
    return `${this.#project}_${service}_1`;
  }

  #compose(...args: string[]): void {
    const file = path.join(this.#directory, '.env');
    runTool('podman-compose', [
      '--project-name',
      this.#project,
      '--env-file',
      file,
      '--file',
      'docker-compose.yml',
      ...this.#profiles.flatMap((profile) => ['--profile', profile]),
      ...args,
    ]);
  }
}
