import type { CheckName } from '@/lib/contracts/check-names';
import type { CheckResult } from '@/lib/contracts/preflight';

/** Looks at one part of the installation. Throws nothing: what it cannot find out is a finding. */
export type Check = () => Promise<CheckResult[]>;

export const ok = (check: CheckName, text: string): CheckResult => ({ check, level: 'ok', text, fix: null });

/** It works, and may fail under load or for some people. */
export const warning = (check: CheckName, text: string, fix: string): CheckResult => ({
  check,
  level: 'warning',
  text,
  fix,
});

export const problem = (check: CheckName, text: string, fix: string): CheckResult => ({
  check,
  level: 'problem',
  text,
  fix,
});
