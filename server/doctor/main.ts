import type { CheckResult } from '@/lib/contracts/preflight';
import { doctorEnv } from '@/lib/platform/env/doctor-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { runChecks } from '@/lib/preflight/run-checks';

const marks = { ok: '✓', warning: '!', problem: '✗' };

/** One finding for the terminal, its fix on a line of its own. */
const lineOf = ({ level, text, fix }: CheckResult): string => `${marks[level]} ${text}\n${fix ? `  → ${fix}\n` : ''}`;

/** The doctor program: says what is wrong with an installation and how to fix it; exit code 1 where something does not work. */
async function main(): Promise<void> {
  doctorEnv();
  // Findings carry the errors themselves.
  log.level = 'silent';
  const findings = await runChecks();
  process.stdout.write(findings.map(lineOf).join(''));
  process.exit(findings.some(({ level }) => level === 'problem') ? 1 : 0);
}

await main().catch(exitWithMessage);
