import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../cache-dir.mjs';
import {
  cachedKubernetesDir,
  findHelm,
  findKubernetes,
  kubernetesModule,
  kubernetesVersion,
} from '../find-kubernetes.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

const helm = 'helm.sh/helm/v3/cmd/helm';
/** The variable that says which version the programs are. */
const versionVariable = 'k8s.io/component-base/version.gitVersion';

/**
 * Builds the missing tools of the Kubernetes tests from the Go module proxy: a control plane (etcd, API server,
 * controller manager, scheduler) and Helm.
 */
export async function provideKubernetes() {
  if (findKubernetes() && findHelm()) return;
  if (!isInstalled('go', ['version'])) {
    throw new SetupError(
      'The tests of Kubernetes build it with Go: install Go (https://go.dev/dl/), or set KUBEBUILDER_ASSETS and HELM_BIN.',
    );
  }
  const version = kubernetesVersion();
  say(`Building Kubernetes ${version} and Helm with Go, once; this takes about 5 minutes and 3 GB for its time…`);
  mkdirSync(cacheDir, { recursive: true });
  // Made aside and moved into place, so that a run that is broken off leaves nothing half done.
  const workDir = mkdtempSync(path.join(cacheDir, 'new-'));
  try {
    const out = path.join(workDir, 'bin');
    mkdirSync(out);
    // Nobody debugs these programs, and none is measured: without what a debugger reads, and with calls left as calls, Go
    // takes a quarter less time. An eighth less with a collector that only works once a compiler is large.
    const flags = ['-trimpath', '-gcflags=all=-dwarf=false -l', `-ldflags=-s -w -X ${versionVariable}=v${version}`];
    const quick = { CGO_ENABLED: '0', GOFLAGS: '', GOGC: 'off', GOMEMLIMIT: '1500MiB' };
    // A build cache of its own, for nothing else on the machine needs these gigabytes again.
    const env = { ...process.env, ...quick, GOCACHE: path.join(workDir, 'cache') };
    const code = await run('go', ['build', ...flags, '-o', out, '.', helm], { cwd: kubernetesModule, env });
    if (code !== 0) throw new SetupError('Go could not build them; it says why above.');
    rmSync(cachedKubernetesDir(), { recursive: true, force: true });
    renameSync(out, cachedKubernetesDir());
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
