import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../until';
import { freeTcpPort } from './free-port';

/** Whether there is a Caddy to run. */
export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/** Caddy as docs/tls.md has it run: https with a certificate that it makes itself, in front of a web process. */
export class Caddy {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #directory: string;

  private constructor(url: string, process: ChildProcess, directory: string) {
    this.url = url;
    this.#process = process;
    this.#directory = directory;
  }

  /** @param upstream host and port of the web process */
  static async start(upstream: string): Promise<Caddy> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-caddy-'));
    const url = `https://127.0.0.1:${await freeTcpPort()}`;
    const file = path.join(directory, 'Caddyfile');
    const options =
      '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n}\n';
    await writeFile(file, `${options}${url} {\n\ttls internal\n\treverse_proxy ${upstream}\n}\n`);
    const home = { HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: Object.assign({}, process.env, home),
    });
    const caddy = new Caddy(url, child, directory);
    await until('Caddy answers', () => answers(url), { timeoutMs: 30_000 });
    return caddy;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
    await rm(this.#directory, { recursive: true });
  }
}

/** Whether it speaks https; its certificate is nobody's. */
const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    request(`${url}/healthz`, { rejectUnauthorized: false }, (response) =>
      resolve(response.resume().statusCode === 200),
    )
      .on('error', () => resolve(false))
      .end();
  });
