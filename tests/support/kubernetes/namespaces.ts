import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../until';
import type { Clients, ClusterAccess } from './clients';
import { writeKubeconfig } from './cluster';

/** The gateway's rights over workers. A test compares them with the chart's Role. */
export const gatewayRules = [
  { apiGroups: [''], resources: ['pods'], verbs: ['create', 'list', 'watch', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
];

/** A namespace in which Pods must keep to the strictest of the Pod Security Standards. */
export async function makeNamespace({ core }: Clients, name: string): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await core.createNamespace({ body: { metadata: { name, labels } } });
  // Pods are refused before their ServiceAccount exists.
  await until(
    'the namespace has its default ServiceAccount',
    () => core.readNamespacedServiceAccount({ namespace: name, name: 'default' }).catch(() => null),
    { timeoutMs: 60_000 },
  );
}

/** Makes a ServiceAccount with the gateway's rights. @returns its access */
export async function accessOfGateway(
  { core, rbac }: Pick<Clients, 'core' | 'rbac'>,
  cluster: ClusterAccess,
  namespace: string,
  name: string,
): Promise<ClusterAccess> {
  await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name } } });
  await rbac.createNamespacedRole({ namespace, body: { metadata: { name }, rules: gatewayRules } });
  await rbac.createNamespacedRoleBinding({
    namespace,
    body: {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  });
  return accessOf({ core }, cluster, namespace, name);
}

/** As a Pod of a ServiceAccount has it. */
export async function accessOf(
  { core }: Pick<Clients, 'core'>,
  { server, ca }: ClusterAccess,
  namespace: string,
  name: string,
): Promise<ClusterAccess> {
  const { status } = await core.createNamespacedServiceAccountToken({
    namespace,
    name,
    body: { spec: { audiences: [], expirationSeconds: 3_600 } },
  });
  return { server, ca, token: status?.token ?? '' };
}

/** Lets this process' own clients act as a gateway. @returns what ends that */
export async function connectAs(
  clients: Clients,
  cluster: ClusterAccess,
  namespace: string,
  name: string,
): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-kubeconfig-'));
  const file = path.join(directory, 'kubeconfig');
  await writeKubeconfig(file, await accessOfGateway(clients, cluster, namespace, name));
  process.env.KUBECONFIG = file;
  return () => rm(directory, { recursive: true });
}
