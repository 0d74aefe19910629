import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/**
 * Input: a line for each start, with the program's last argument. Output: the status of each program that has ended. Fd
 * 3 is the program's input, 4 and 5 its output and errors, 6 its own fd 3.
 *
 * Like the worker, the shell outlasts signals to the whole group. Its own message about a program killed by a signal is
 * dropped, because the caller logs that.
 */
const script = `
trap '' HUP INT TERM
while read -r argument; do
  (exec "$@" "$argument" <&3 >&4 2>&5 3>&6 4>&- 5>&- 6>&-)
  echo "$?"
done`;

/**
 * Starts a program on request, one at a time, from a small shell that was started first: a process with a camera must
 * not fork. In a fork's child, libsrt locks its mutexes before exec (pthread_atfork, resetAtFork in srtcore/api.cpp),
 * and one that another thread holds stays locked. The parent's uv_spawn waits for exec, so the worker would now and
 * then hang forever.
 */
export class ProcessStarter {
  /** Input of the programs; each gets the bytes that the one before left unread. */
  readonly input: Writable;
  /** Output of the programs on their file descriptor 3. */
  readonly reports: Readable;
  readonly #commands: Writable;
  readonly #statuses: AsyncIterator<string>;

  /** @param command program and arguments; each start adds one */
  constructor(command: string[], env: NodeJS.ProcessEnv) {
    const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
      stdio: ['pipe', 'pipe', 'ignore', 'pipe', 1, 2, 'pipe'],
      env,
    });
    // Six of seven are in its type.
    const [commands, statuses, , input, , , reports] = shell.stdio as (Readable | Writable | null | undefined)[];
    if (!isWritable(commands) || !isReadable(statuses) || !isWritable(input) || !isReadable(reports)) {
      throw new Error('A shell without pipes');
    }
    this.#commands = commands;
    this.input = input;
    this.reports = reports;
    this.#statuses = createInterface({ input: statuses })[Symbol.asyncIterator]();
    // Its statuses show that it is gone.
    for (const pipe of [commands, input, reports]) pipe.on('error', () => undefined);
    shell.on('error', () => undefined);
  }

  /**
   * Starts the program and waits for its end.
   * @param argument without white space
   * @returns its status as a shell reports it: 128 plus the number of a signal that ended it
   * @throws Error when the shell is gone
   */
  async run(argument: string): Promise<number> {
    this.#commands.write(`${argument}\n`);
    const { value, done } = await this.#statuses.next();
    if (done) throw new Error('The shell that starts programs has ended');
    return Number(value);
  }

  /** Starts no more programs. The running one reads to the end of its input. */
  end(): void {
    this.input.end();
    this.#commands.end();
  }
}

const isWritable = (pipe: Readable | Writable | null | undefined): pipe is Writable => !!pipe && 'write' in pipe;
const isReadable = (pipe: Readable | Writable | null | undefined): pipe is Readable => !!pipe && 'read' in pipe;
