import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { newId } from '@/lib/core/id';
import { freeTcpPort } from '../network/free-port';
import { type Program, startProgram } from './program';

/** The web program by itself on a database of its own, with a member who is signed in. */
export interface WebProgram {
  baseUrl: string;
  pid: number;
  /** Everything it has written so far. */
  output(): string;
  signUp(): Promise<string>;
  /** Its open files and sockets; 0 where the system does not say. */
  openFiles(): number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  maxOpenFiles?: number;
  /** Puts something between the program and its database. @returns the address that the program uses */
  reroute?: (databaseUrl: string) => Promise<string>;
}

export async function startWebProgram({ env = {}, maxOpenFiles, reroute }: Options = {}): Promise<WebProgram> {
  const servers = inject('servers');
  const name = `test_web_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: servers.adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${servers.templateDatabase}`);
  const databaseUrl = new URL(servers.adminUrl);
  databaseUrl.pathname = name;
  const port = await freeTcpPort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: reroute ? await reroute(databaseUrl.href) : databaseUrl.href,
    LIVEKIT_URL: servers.livekitUrl,
    LIVEKIT_API_KEY: servers.livekitApiKey,
    LIVEKIT_API_SECRET: servers.livekitApiSecret,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  const program: Program = await startProgram('web', Object.assign(settings, env), maxOpenFiles);
  const { pid = 0 } = program.process;
  return {
    baseUrl,
    pid,
    output: program.output,
    signUp: () => signUp(baseUrl),
    openFiles: () => (existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0),
    residentMegabytes: () => {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    async stop() {
      program.process.kill('SIGTERM');
      await program.exitCode;
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Signs up the owner of a new organization. @returns the bearer token */
async function signUp(baseUrl: string): Promise<string> {
  const [email, password] = [`${newId()}@example.org`, 'correct horse battery'];
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: { token: string } };
  };
  const user = { email, password, first_name: 'Ada', last_name: 'Lovelace' };
  await post('/auth/signup', { organization: { name: 'Northwind Live' }, user });
  return (await post('/auth/login', { user: { email, password } })).data.token;
}
