import {
  AppsV1Api,
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  PolicyV1Api,
  RbacAuthorizationV1Api,
} from '@kubernetes/client-node';

/** A running control plane, as tests reach it. */
export interface ClusterAccess {
  server: string;
  /** PEM. */
  ca: string;
  token: string;
}

/** Clients of a cluster as an administrator, or whoever the token is of. */
export function clientsOf({ server, ca, token }: ClusterAccess) {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'test', server, caData: Buffer.from(ca).toString('base64'), skipTLSVerify: false },
    { name: 'test', token },
  );
  return {
    config,
    core: config.makeApiClient(CoreV1Api),
    apps: config.makeApiClient(AppsV1Api),
    batch: config.makeApiClient(BatchV1Api),
    rbac: config.makeApiClient(RbacAuthorizationV1Api),
    policy: config.makeApiClient(PolicyV1Api),
  };
}

export type Clients = ReturnType<typeof clientsOf>;
