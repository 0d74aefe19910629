import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../cache-dir.mjs';
import {
  cachedHelmPath,
  cachedKubernetesPath,
  findHelm,
  findKubernetes,
  helmVersion,
  kubernetesModule,
  kubernetesVersion,
} from '../find-kubernetes.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

/** Nobody debugs these programs: without what a debugger reads, Go takes a tenth less time. */
const buildFlags = ['-trimpath', '-gcflags=all=-dwarf=false'];

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
  mkdirSync(cacheDir, { recursive: true });
  // A build cache of its own, for nothing else on the machine needs these gigabytes again.
  const buildCache = mkdtempSync(path.join(cacheDir, 'go-'));
  try {
    if (!findKubernetes()) {
      const version = kubernetesVersion();
      say(`Building Kubernetes ${version} with Go, once; this takes 5 to 10 minutes and 3 GB for its time…`);
      const flags = `-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=v${version}`;
      await buildInto(cachedKubernetesPath(), buildCache, (out) => ['build', ...buildFlags, flags, '-o', out, '.']);
    }
    if (!findHelm()) {
      say(`Building Helm ${helmVersion} with Go, once; this takes about two minutes…`);
      const target = `helm.sh/helm/v3/cmd/helm@v${helmVersion}`;
      await buildInto(cachedHelmPath, buildCache, () => ['install', ...buildFlags, '-ldflags=-s -w', target]);
    }
  } finally {
    rmSync(buildCache, { recursive: true, force: true });
  }
}

/** @param {(out: string) => string[]} args of Go, by the path that the program is wanted at */
async function buildInto(program, buildCache, args) {
  const directory = path.dirname(program);
  mkdirSync(directory, { recursive: true });
  // Made aside and moved into place, so that a run that is broken off leaves nothing half done.
  const workDir = mkdtempSync(path.join(directory, 'new-'));
  try {
    const out = path.join(workDir, path.basename(program));
    const env = { ...process.env, GOCACHE: buildCache, GOBIN: workDir, CGO_ENABLED: '0', GOFLAGS: '' };
    const code = await run('go', args(out), { cwd: kubernetesModule, env });
    if (code !== 0) throw new SetupError(`Go could not build ${path.basename(program)}; it says why above.`);
    renameSync(out, program);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
