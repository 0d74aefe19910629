import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { commandsOf } from '../docs/shell-blocks';
import { freeTcpPort, freeUdpPort } from '../network/free-port';
import { until } from '../until';

const checkIntervalMs = 2_000;

/** The profiles of docker-compose.yml: https by Caddy, and a bus by Redis. */
export type Profile = 'tls' | 'redis';

/** Settings that the pages have a person write into .env. */
const settingsOf: Record<Profile, string> = {
  tls: commandsOf('docs/tls.md', 'With Compose: Caddy').join('').replaceAll('shows.example.com', 'localhost'),
  redis: 'REDIS_URL=redis://redis:6379\n',
};

/** Runs a program to its end. @returns what it has written @throws with it where its exit code is another than 0 */
export function runTool(command: string, args: string[], cwd?: string): string {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd });
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

  private constructor(directory: string, profiles: Profile[]) {
    this.#directory = directory;
    this.#profiles = profiles;
    const text = readFileSync(path.join(directory, '.env'), 'utf8');
    this.settings = parseEnv(text) as Record<string, string>;
    this.baseUrl = this.settings.PUBLIC_URL ?? `http://127.0.0.1:${this.settings.PORT}`;
  }

  /** Writes the .env of docs/install.md and docs/tls.md, and this machine's own. @param image of the product */
  static async prepare(image: string, ...profiles: Profile[]): Promise<ComposeRun> {
    const directory = mkdtempSync(path.join(tmpdir(), 'sightline-compose-'));
    for (const folder of ['var/backups', 'etc/systemd/system'])
      mkdirSync(path.join(directory, folder), { recursive: true });
    runShell(commandsOf('docs/install.md', 'With Docker Compose')[0] ?? '', directory);
    const [port, tcpPort] = [await freeTcpPort(), await freeTcpPort()];
    const [ingestPort, viewPort, rtcPort] = [await freeUdpPort(), await freeUdpPort(), await freeUdpPort()];
    const settings = {
      NODE_IP: '127.0.0.1',
      HOST: '127.0.0.1',
      PORT: String(port),
      SRT_INGEST_PORT: String(ingestPort),
      SRT_VIEW_PORT: String(viewPort),
      RTMP_PORT: String(await freeTcpPort()),
      LIVEKIT_RTC_PORT: String(rtcPort),
      LIVEKIT_TCP_PORT: String(tcpPort),
      METRICS_TOKEN: randomBytes(24).toString('hex'),
      SIGHTLINE_IMAGE: image,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    const all = [...profiles.map((profile) => settingsOf[profile]), ...lines].join('');
    appendFileSync(path.join(directory, '.env'), all);
    return new ComposeRun(directory, profiles);
  }

  /** The path of what the pages put there, such as /var/backups/sightline. */
  onHost(file: string): string {
    return path.join(this.#directory, file);
  }

  /** Runs commands of a page, line by line: those of Docker by Podman's tools. @returns what they have written */
  async run(block: string): Promise<string> {
    let output = '';
    for (const line of block.trimEnd().split('\n')) output += await this.#runLine(line);
    return output;
  }

  async #runLine(line: string): Promise<string> {
    // The other version is this one again, and there is no systemd here.
    if (/^(git|systemctl) /.test(line)) return '';
    const [docker, command = '', ...words] = line.split(' ');
    if (docker !== 'docker') return runShell(line, this.#directory);
    if (command === 'volume') return runTool('podman', ['volume', 'rm', this.#ofProject(words.at(-1) ?? '')]);
    const isOther = words[0] === '--project-name';
    const project = isOther ? `${this.#project}-${words[1]}` : this.#project;
    const [verb, ...args] = isOther ? words.slice(2) : words;
    if (verb === 'up') await this.up();
    else if (verb === 'run') return this.#runService(project, args.slice(args.indexOf('backup') + 1));
    else if (verb === 'down') return this.#compose(project, 'down', ...args.filter((word) => word === '--volumes'));
    else throw new Error(`No test knows ${line}`);
    return '';
  }

  /** Runs the service `backup`, once its Postgres is healthy. */
  async #runService(project: string, args: string[]): Promise<string> {
    this.#compose(project, 'up', '--detach', '--no-build', 'postgres');
    await this.untilHealthy('postgres', project);
    return this.#compose(project, '--profile', 'backup', 'run', '--rm', '--no-deps', '-T', 'backup', ...args);
  }

  /**
   * Makes and starts all containers, in the order of the conditions in the file. Without systemd, this Podman runs no
   * health checks by itself, and podman-compose knows no healthy container.
   */
  async up(): Promise<void> {
    const start = (...services: string[]) =>
      this.#compose(this.#project, 'up', '--detach', '--no-build', '--no-deps', ...services);
    const needed = ['postgres', 'livekit', ...this.#profiles.filter((profile) => profile === 'redis')];
    start(...needed);
    for (const service of needed) await this.untilHealthy(service);
    start('migrate');
    await until('migrate has ended', () => this.exitCode('migrate') !== null, { timeoutMs: 60_000 });
    start('web', 'gateway', 'exporter');
    for (const service of ['web', 'gateway']) await this.untilHealthy(service);
    if (this.#profiles.includes('tls')) start('caddy');
  }

  stop(...services: string[]): void {
    this.#compose(this.#project, 'stop', ...services);
  }

  /** Removes all containers. The volumes stay. */
  down(): void {
    this.#compose(this.#project, 'down');
  }

  /** Removes everything. */
  remove(): void {
    this.#compose(this.#project, 'down', '--volumes');
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

  untilHealthy(service: string, project = this.#project): Promise<boolean> {
    const check = async () => {
      // Each check starts a program in the container, which has to start itself.
      await sleep(checkIntervalMs);
      return spawnSync('podman', ['healthcheck', 'run', `${project}_${service}_1`]).status === 0;
    };
    return until(`${service} is healthy`, check, { timeoutMs: 240_000 });
  }

  #name(service: string): string {
    return `${this.#project}_${service}_1`;
  }

  /** The name here of what a page calls by the project `sightline`. */
  #ofProject(name: string): string {
    return name.replace(/^sightline_/, `${this.#project}_`);
  }

  #compose(project: string, ...args: string[]): string {
    const file = path.join(this.#directory, '.env');
    return runTool('podman-compose', [
      '--project-name',
      project,
      '--env-file',
      file,
      '--file',
      'docker-compose.yml',
      ...this.#profiles.flatMap((profile) => ['--profile', profile]),
      ...args,
    ]);
  }
}

/** Runs commands below a folder that stands for the host's root; the repository is this one. */
function runShell(commands: string, directory: string): string {
  const onHost = commands
    .replaceAll('/opt/sightline', process.cwd())
    .replaceAll(/\/(?:var\/backups|etc\/systemd)\//g, (folder) => `${directory}${folder}`);
  return runTool('bash', ['-ec', onHost], directory);
}
