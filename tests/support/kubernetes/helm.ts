import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findHelm } from '@/scripts/find-kubernetes.mjs';

/**
 * Runs Helm to its end.
 * @param directory has the kubeconfig, and takes what Helm caches
 */
export function runHelm(directory: string, args: string[]): { code: number | null; output: string; error: string } {
  const { status, stdout, stderr } = spawnSync(findHelm() ?? 'helm', args, {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      HOME: directory,
      KUBECONFIG: path.join(directory, 'kubeconfig'),
    },
  });
  return { code: status, output: stdout, error: stderr };
}
