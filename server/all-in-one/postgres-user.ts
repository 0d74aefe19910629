import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AppError } from '@/lib/core/errors';

const run = promisify(execFile);

/** The system user that runs Postgres's programs. */
export interface PostgresUser {
  /** Returns the command that runs a program as this user. */
  launch(program: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number };
  /** Gives files to this user. */
  own(files: string[]): Promise<unknown>;
}

/**
 * The user to run Postgres as. Postgres refuses root, so root uses the system user postgres, and makes it if necessary.
 * @param paths what the user must be able to reach
 * @throws AppError `unavailable` when the user cannot be made
 */
export async function findPostgresUser(paths: string[]): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { launch: (command, args) => ({ command, args }), own: async () => undefined };
  const { uid, gid } = await findUser().catch(makeUser);
  const own = (files: string[]) => Promise.all(files.map((file) => chown(file, uid, gid)));
  const reachable = await Promise.all(
    paths.map((path) => run('test', ['-x', path], { uid, gid, cwd: '/' }).then(...yesOrNo)),
  );
  if (reachable.every(Boolean)) return { own, launch: (command, args) => ({ command, args, uid, gid }) };
  // The project lies where only root may go, such as /root: a capability lets these processes through.
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // Without the secure bit, access(2) would not know of it.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return {
    own,
    launch: (program, args) => ({ command: 'setpriv', args: [...flags, ...capability, program, ...args] }),
  };
}

const yesOrNo = [() => true, () => false] as const;

async function findUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

async function makeUser(): Promise<{ uid: number; gid: number }> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return await findUser();
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'Postgres does not run as root, and the user postgres could not be made for it; start as another user or set DATABASE_URL.',
      { cause },
    );
  }
}
