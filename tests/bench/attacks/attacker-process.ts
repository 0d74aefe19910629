import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { AttackTarget } from '../../support/attacks/attack';
import { type AttackerMessage, attackerMessages } from './attacker-messages';

/** How long an attack may take to end after it was asked to. */
const endTimeoutMs = 10_000;

/** A process that runs one attack, with a lower priority than all others. */
export class AttackerProcess {
  readonly title: string;
  readonly #child: ChildProcess;
  /** Settles with what the attack failed by, null where it did not. */
  readonly #ended: Promise<string | null>;

  private constructor(child: ChildProcess, title: string) {
    this.title = title;
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.on('message', (message: AttackerMessage) => message.type === 'ended' && resolve(message.failure));
      child.once('exit', (code, signal) => resolve(`its process ended (${signal ?? code})`));
    });
  }

  /** @param name of a file of tests/support/attacks @returns null where that has no attack */
  static async start(name: string): Promise<AttackerProcess | null> {
    const child = fork('dist/attacks.attacker.mjs', [name], {
      // A session of its own: Linux shares processor time between sessions first (sched(7), autogroup).
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (child.pid) lowerPriority(child.pid);
    const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
    if (!isLoaded(message)) throw new Error(`The attack ${name} cannot be loaded.`);
    if (message.title !== null) return new AttackerProcess(child, message.title);
    child.kill();
    return null;
  }

  begin(target: AttackTarget): void {
    this.#child.send(attackerMessages.begin(target));
  }

  /** @returns what the attack failed by, null where it did not */
  async end(): Promise<string | null> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endTimeoutMs);
    if (this.#child.connected) this.#child.send(attackerMessages.stop());
    const failure = await this.#ended;
    clearTimeout(timer);
    this.#child.kill('SIGKILL');
    return failure;
  }
}

function lowerPriority(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const ofSession = `/proc/${pid}/autogroup`;
  // Absent where the kernel does not group by sessions.
  if (existsSync(ofSession)) writeFileSync(ofSession, String(constants.priority.PRIORITY_LOW));
}

const isLoaded = (message: unknown): message is AttackerMessage & { type: 'loaded' } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'loaded';
