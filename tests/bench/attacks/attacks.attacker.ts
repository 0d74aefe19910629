import type { Attack } from '../../support/attacks/attack';
import { type AttackerMessage, attackerMessages } from './attacker-messages';

/*
 * The attacker's process. Runs the attack whose file is its argument, from the message that names the target until the
 * message to stop.
 */

const name = process.argv[2] ?? '';
const stop = new AbortController();

const isAttack = (value: unknown): value is Attack =>
  typeof value === 'object' && value !== null && 'name' in value && 'run' in value;

async function run(attack: Attack, target: Parameters<Attack['run']>[0]): Promise<void> {
  try {
    await attack.run(target, stop.signal);
    process.send?.(attackerMessages.ended(null));
  } catch (error) {
    // An attack may end by its signal's own error.
    process.send?.(attackerMessages.ended(stop.signal.aborted ? null : String(error)));
  }
}

// It has a session of its own, so the end of the benchmark must be noticed.
process.once('disconnect', () => process.exit());
// esbuild bundles every file that fits.
const module: Record<string, unknown> = await import(`../../support/attacks/${name}.ts`);
const attack = Object.values(module).find(isAttack);
process.send?.(attackerMessages.loaded(attack?.name ?? null));
process.on('message', (message: AttackerMessage) => {
  if (message.type === 'stop') stop.abort();
  else if (message.type === 'begin' && attack) void run(attack, message.target);
});
