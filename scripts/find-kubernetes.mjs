import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from './cache-dir.mjs';

/**
 * The Go module of the tests' Kubernetes: one program that is etcd, API server, controller manager and scheduler. Helm shares
 * half of its packages.
 */
export const kubernetesModule = fileURLToPath(new URL('../tests/support/kubernetes/kube', import.meta.url));

const readModule = (file) => readFileSync(path.join(kubernetesModule, file), 'utf8');

/** As go.mod says. */
export const kubernetesVersion = () => /k8s\.io\/kubernetes v(\S+)/.exec(readModule('go.mod'))?.[1] ?? '';

/** Where the set-up keeps what it builds, `kube` and `helm`: per user, shared by all clones that want the same. */
export function cachedKubernetesDir() {
  const sources = createHash('sha256').update(readModule('go.sum')).update(readModule('main.go')).digest('hex');
  return path.join(cacheDir, `kubernetes-${kubernetesVersion()}-${sources.slice(0, 12)}`);
}

const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/**
 * The programs of a Kubernetes control plane on this machine: in the folder KUBEBUILDER_ASSETS, else in the cache.
 * @returns {((name: string) => string[]) | null} the command of each; null where there is none yet
 */
export function findKubernetes() {
  const assets = process.env.KUBEBUILDER_ASSETS;
  if (assets && programs.every((name) => existsSync(path.join(assets, name)))) {
    return (name) => [path.join(assets, name)];
  }
  const built = path.join(cachedKubernetesDir(), 'kube');
  return existsSync(built) ? (name) => [built, name] : null;
}

/**
 * Helm: HELM_BIN, else in the cache.
 * @returns {string | null} its path; null where there is none yet
 */
export function findHelm() {
  if (process.env.HELM_BIN) return process.env.HELM_BIN;
  const built = path.join(cachedKubernetesDir(), 'helm');
  return existsSync(built) ? built : null;
}
