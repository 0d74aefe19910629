import { readFile } from 'node:fs/promises';
import { AppError } from '@/lib/core/errors';
import type { GatewayEnv } from '@/lib/platform/env/gateway-env';
import type { WorkerDriver, WorkerEndListener } from '../worker-driver';
import { type KubernetesApi, KubernetesApiError, openKubernetesApi } from './kubernetes-api';
import { KubernetesDriver } from './kubernetes-driver';
import { PodWatch } from './pod-watch';
import { workerSelector } from './worker-pod';

/**
 * Reaches the API server and reads which Pods there are.
 * @param identity the installation's: a copy has Pods of its own
 * @returns makes the driver
 * @throws AppError `invalid_configuration` or `unavailable` with what to do about it
 */
export async function openKubernetesDriver(
  settings: GatewayEnv,
  identity: string,
): Promise<(onEnded: WorkerEndListener) => WorkerDriver> {
  const {
    KUBERNETES_NAMESPACE: namespace = '',
    KUBERNETES_WORKER_IMAGE: image = '',
    KUBERNETES_POD_TEMPLATE: templateFile,
  } = settings;
  const installation = [settings.KUBERNETES_INSTALLATION, identity].filter(Boolean).join('-');
  const api = await openKubernetesApi(namespace, workerSelector(installation));
  const template = templateFile === undefined ? undefined : await readTemplate(api, templateFile);
  const bucket = bucketSettings(settings);
  const pods = new PodWatch(api);
  await pods.start().catch((error: unknown) => {
    throw explain(error, namespace);
  });
  return (onEnded) => new KubernetesDriver({ api, pods, image, installation, template, bucket, onEnded });
}

/** The settings of the bucket that recordings go to; undefined where there is none. */
function bucketSettings(settings: GatewayEnv): Record<string, string> | undefined {
  if (settings.RECORDINGS_S3_BUCKET === undefined) return undefined;
  const isOfBucket = ([name, value]: [string, unknown]) => name.startsWith('RECORDINGS_S3_') && value !== undefined;
  return Object.fromEntries(
    Object.entries(settings)
      .filter(isOfBucket)
      .map(([name, value]) => [name, String(value)]),
  );
}

async function readTemplate(api: KubernetesApi, file: string) {
  try {
    return api.readTemplate(await readFile(file, 'utf8'));
  } catch (cause) {
    const message = `KUBERNETES_POD_TEMPLATE names no file with a Pod template: ${cause instanceof Error ? cause.message : cause}`;
    throw new AppError('invalid_configuration', message, { cause });
  }
}

function explain(error: unknown, namespace: string): unknown {
  if (!(error instanceof KubernetesApiError)) return error;
  if (error.status === 401 || error.status === 403) {
    const message = `The gateway may not read the Pods of the namespace ${namespace} (${error.message}). Give its ServiceAccount the Role of docs/kubernetes.md.`;
    return new AppError('invalid_configuration', message, { cause: error });
  }
  return new AppError('unavailable', `The gateway cannot read the Pods of Kubernetes: ${error.message}`, {
    cause: error,
  });
}
