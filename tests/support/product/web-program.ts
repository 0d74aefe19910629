import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { newId } from '@/lib/core/id';
import { ApiClient } from '../api/api-client';
import { freeTcpPort } from '../network/free-port';
import { livekitSettings } from '../servers/livekit-settings';
import { createOwnDatabase } from './own-database';
import { type Program, startProgram } from './program';

/** The web program by itself on a database of its own, with a member who is signed in. */
export interface WebProgram {
  baseUrl: string;
  /** Its database, whatever is put between. */
  databaseUrl: string;
  pid: number;
  /** Everything it has written so far. */
  output(): string;
  /** Signs up the owner of a new organization. */
  signUp(): Promise<ApiClient>;
  /** Its open files and sockets, or those below a folder alone; 0 where the system does not say. */
  openFiles(below?: string): number;
  residentMegabytes(): number;
  /** @throws where Node has warned of something meanwhile */
  stop(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  maxOpenFiles?: number;
  /** Puts something between the program and its database. @returns the address that the program uses */
  reroute?: (databaseUrl: string) => Promise<string>;
  /** Whether the program knows the way past that, too. */
  hasDirectUrl?: boolean;
}

export async function startWebProgram({
  env = {},
  maxOpenFiles,
  reroute,
  hasDirectUrl = false,
}: Options = {}): Promise<WebProgram> {
  const database = await createOwnDatabase();
  const port = await freeTcpPort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: reroute ? await reroute(database.url) : database.url,
    ...(hasDirectUrl && { DATABASE_DIRECT_URL: database.url }),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  const program: Program = await startProgram('web', Object.assign(settings, livekitSettings(), env), maxOpenFiles);
  const { pid = 0 } = program.process;
  return {
    baseUrl,
    databaseUrl: database.url,
    pid,
    output: program.output,
    signUp: () => signUp(baseUrl, program),
    openFiles: (below = '') => {
      const folder = `/proc/${pid}/fd`;
      const open = existsSync(folder) ? readdirSync(folder) : [];
      return below === '' ? open.length : open.filter((fd) => targetOf(`${folder}/${fd}`).startsWith(below)).length;
    },
    residentMegabytes: () => {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    async stop() {
      program.process.kill('SIGTERM');
      await program.exitCode;
      await database.drop();
      // Node's own warnings: of leaks, and of what it no longer wants to be used.
      const warning = /^\(node:\d+\) .*/m.exec(program.output());
      if (warning) throw new Error(`The web program has caused a warning: ${warning[0]}`);
    },
  };
}

/** Signs up the owner of a new organization. @throws with what the program has written */
export function signUp(baseUrl: string, { output }: Program): Promise<ApiClient> {
  const user = { email: `${newId()}@example.org`, password: 'correct horse battery', first_name: 'Ada' };
  return ApiClient.ofNewOrganization(baseUrl, user).catch((cause: unknown) => {
    throw new Error(
      `${cause}
${output()}`,
      { cause },
    );
  });
}

/** Where a link leads; nowhere if it is gone meanwhile. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
