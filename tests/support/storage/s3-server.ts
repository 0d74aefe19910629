import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findVersitygw } from '@/scripts/find-versitygw.mjs';
import { provideCertificate } from '@/server/all-in-one/provide-certificate';
import { freeTcpPort } from '../network/free-port';
import { until } from '../until';

const accessKeyId = 'test';
const secretAccessKey = 'test-secret';
const bucket = 'recordings';

/** An S3 server for one test file, which may be killed and started again. */
export class S3Server {
  readonly #directory: string;
  readonly #port: number;
  readonly #isHttps: boolean;
  #process: ChildProcess | null = null;

  private constructor(directory: string, port: number, isHttps: boolean) {
    this.#directory = directory;
    this.#port = port;
    this.#isHttps = isHttps;
  }

  /** With an empty bucket. @param isHttps by a certificate of {@link S3Server.authorityFile} */
  static async start(isHttps = false): Promise<S3Server> {
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-s3-'));
    await mkdir(path.join(directory, 'objects', bucket), { recursive: true });
    await mkdir(path.join(directory, 'attributes'));
    if (isHttps) await provideCertificate(path.join(directory, 'https'), ['127.0.0.1']);
    const server = new S3Server(directory, await freeTcpPort(), isHttps);
    await server.restart();
    return server;
  }

  /** The authority that signed its certificate, in PEM. No machine trusts it by itself. */
  get authorityFile(): string {
    return path.join(this.#directory, 'https', 'authority.crt');
  }

  /** Reads an object off the server's disk. */
  readObject(key: string): Promise<string> {
    return readFile(path.join(this.#directory, 'objects', bucket, key), 'utf8');
  }

  /** The settings that lead to it. */
  get settings() {
    return {
      RECORDINGS_S3_ENDPOINT: `${this.#isHttps ? 'https' : 'http'}://127.0.0.1:${this.#port}`,
      RECORDINGS_S3_BUCKET: bucket,
      RECORDINGS_S3_ACCESS_KEY_ID: accessKeyId,
      RECORDINGS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  get options() {
    const endpoint = this.settings.RECORDINGS_S3_ENDPOINT;
    return { endpoint, bucket, region: 'us-east-1', accessKeyId, secretAccessKey, isPathStyle: true };
  }

  async restart(): Promise<void> {
    const program = findVersitygw();
    if (!program) throw new Error('There is no S3 server yet: run `npm test -- --all` once, which builds it.');
    const [objects, attributes] = [path.join(this.#directory, 'objects'), path.join(this.#directory, 'attributes')];
    const args = ['--port', `127.0.0.1:${this.#port}`, '--access', accessKeyId, '--secret', secretAccessKey, '--quiet'];
    const https = path.join(this.#directory, 'https');
    if (this.#isHttps) args.push('--cert', path.join(https, 'server.crt'), '--key', path.join(https, 'server.key'));
    this.#process = spawn(program, [...args, 'posix', '--sidecar', attributes, objects], { stdio: 'ignore' });
    await until('the S3 server listens', () => isListening(this.#port));
  }

  /** Kills it; its objects stay. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Stops it without closing its connections, as a network that is cut; {@link resume} undoes that. */
  suspend(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
