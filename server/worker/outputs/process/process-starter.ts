import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';

/**
 * Its input: a line for each start, the program's last argument. Its output: the status of each program that has ended.
 * Fd 3 is the program's input, 4 and 5 its output and errors. It outlasts signals to the whole group, as the worker does;
 * and what it would say itself of a program that a signal has ended goes nowhere, for its caller logs that.
 */
const script = `
trap '' HUP INT TERM
while read -r argument; do
  (exec "$@" "$argument" <&3 >&4 2>&5 3<&- 4>&- 5>&-)
  echo "$?"
done`;

/**
 * Starts a program as often as it is asked to, one at a time, by a shell that it starts at once (a megabyte): a process
 * with a camera must not fork any more. libsrt locks its own mutexes in the child of a fork, before exec (pthread_atfork,
 * resetAtFork in srtcore/api.cpp); one that a thread of the parent holds at that moment is never released there, and
 * libuv's uv_spawn waits for exec: now and then, the worker stood still for ever.
 */
export class ProcessStarter {
  /** Input of the programs; one gets the bytes that another has left unread. */
  readonly input: Writable;
  readonly #commands: Writable;
  readonly #statuses: AsyncIterator<string>;

  /** @param command program and arguments; each start adds one */
  constructor(command: string[], env: NodeJS.ProcessEnv) {
    const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
      stdio: ['pipe', 'pipe', 'ignore', 'pipe', 1, 2],
      env,
    });
    const [commands, statuses, , input] = shell.stdio;
    if (!commands || !statuses || !(input && 'write' in input)) throw new Error('A shell without pipes');
    this.#commands = commands;
    this.input = input;
    this.#statuses = createInterface({ input: statuses })[Symbol.asyncIterator]();
    // That it is gone shows in its statuses.
    for (const pipe of [commands, input]) pipe.on('error', () => undefined);
    shell.on('error', () => undefined);
  }

  /**
   * Starts the program and waits for its end.
   * @param argument without white space
   * @returns its status as of a shell: 128 and the number of the signal that has ended it
   * @throws Error where the shell is gone
   */
  async run(argument: string): Promise<number> {
    this.#commands.write(`${argument}\n`);
    const { value, done } = await this.#statuses.next();
    if (done) throw new Error('The shell that starts programs has ended');
    return Number(value);
  }

  /** Starts no more. The program that runs reads to the end of its input. */
  end(): void {
    this.input.end();
    this.#commands.end();
  }
}
