import type { V1Container, V1Pod, V1PodSpec, V1PodTemplateSpec, V1Probe, V1Secret } from '@kubernetes/client-node';
import { type WorkerSpec, workerHealthPath } from '@/lib/contracts/worker-protocol';
import { workerRuntimeEnv } from '@/lib/platform/env/child-env';
import { workerNodeOptions } from '@/scripts/worker-node-options.mjs';
import { workerPorts } from '../worker-driver';

export interface WorkerPodOptions {
  image: string;
  /** Which Sightline of the namespace the Pods belong to. */
  installation: string;
  /** Overrides by the cluster's administrator. */
  template?: V1PodTemplateSpec | undefined;
}

/** The name of the worker's container, in the template as well. */
export const workerContainer = 'worker';
const specKey = 'spec';
/** A worker leaves its rooms within a second of its being asked to. */
export const graceSeconds = 2;
/** Beside the worker's own limit, at which it ends with a sentence: the process of its SRT output, and the kernel's buffers. */
const extraMemoryMb = 256;
/** That of the image (Dockerfile), whose entry point is Node. */
const workerUserId = 10001;

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/ */
const labelsOf = (installation: string): Record<string, string> => ({
  'app.kubernetes.io/name': 'sightline',
  'app.kubernetes.io/component': 'worker',
  'app.kubernetes.io/instance': installation,
  'app.kubernetes.io/managed-by': 'sightline-gateway',
});

/** Finds the workers' Pods of an installation. */
export const workerSelector = (installation: string): string =>
  Object.entries(labelsOf(installation))
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

/** The Pod of one worker. Its spec is in the Secret of the same name, which is made once the Pod has an id to own it by. */
export function workerPod(spec: WorkerSpec, { image, installation, template = {} }: WorkerPodOptions): V1Pod {
  const { workerId, streamId, eventId, generation } = spec;
  const given: Partial<V1PodSpec> = template.spec ?? {};
  const others = (given.containers ?? []).filter(({ name }) => name !== workerContainer);
  const labels = Object.assign({}, template.metadata?.labels, labelsOf(installation), {
    'sightline.io/stream': streamId,
    'sightline.io/event': eventId,
    'sightline.io/generation': String(generation),
  });
  const podSpec: V1PodSpec = {
    terminationGracePeriodSeconds: graceSeconds,
    // The cameras of one show on different machines, so that none of them takes all.
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [awayFrom(installation, eventId)] },
    },
    securityContext: {
      runAsNonRoot: true,
      runAsUser: workerUserId,
      runAsGroup: workerUserId,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...given,
    volumes: [...(given.volumes ?? []), { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
    containers: [containerOf(spec, image, template), ...others],
    restartPolicy: 'Never',
    // A worker ends by a signal to itself, which the kernel keeps from the first process of a PID namespace.
    shareProcessNamespace: true,
    // It asks nothing of the cluster.
    automountServiceAccountToken: false,
    enableServiceLinks: false,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: workerId,
      labels,
      annotations: Object.assign(
        {
          // It cannot be moved without a gap in the picture.
          'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
          'karpenter.sh/do-not-disrupt': 'true',
          'kubectl.kubernetes.io/default-container': workerContainer,
        },
        template.metadata?.annotations,
      ),
    },
    spec: podSpec,
  };
}

const awayFrom = (installation: string, eventId: string) => ({
  weight: 100,
  podAffinityTerm: {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: Object.assign(labelsOf(installation), { 'sightline.io/event': eventId }) },
  },
});

function containerOf(spec: WorkerSpec, image: string, template: V1PodTemplateSpec): V1Container {
  const given: Partial<V1Container> = template.spec?.containers.find(({ name }) => name === workerContainer) ?? {};
  const { inputPort, outputPort, controlPort } = workerPorts;
  const probe = (probeOptions: Partial<V1Probe>): V1Probe =>
    Object.assign({ httpGet: { path: workerHealthPath, port: 'control' }, timeoutSeconds: 3 }, probeOptions);
  return {
    args: [...workerNodeOptions, 'dist/worker.mjs'],
    resources: {
      requests: { cpu: '250m', memory: '256Mi' },
      limits: { memory: `${spec.maxMemoryMb + extraMemoryMb}Mi`, 'ephemeral-storage': '128Mi' },
    },
    startupProbe: probe({ periodSeconds: 1, failureThreshold: 30 }),
    readinessProbe: probe({ periodSeconds: 5 }),
    // The gateway notices a silent worker within seconds; this is for one whose gateway is gone as well.
    livenessProbe: probe({ periodSeconds: 10, failureThreshold: 3 }),
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    ...given,
    name: workerContainer,
    image,
    ports: [
      { name: 'srt-in', containerPort: inputPort, protocol: 'UDP' },
      { name: 'srt-out', containerPort: outputPort, protocol: 'UDP' },
      { name: 'control', containerPort: controlPort, protocol: 'TCP' },
    ],
    env: [
      { name: 'NODE_ENV', value: 'production' },
      ...Object.entries(workerRuntimeEnv).map(([name, value]) => ({ name, value })),
      ...(given.env ?? []),
      { name: 'WORKER_HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'WORKER_SPEC', valueFrom: { secretKeyRef: { name: spec.workerId, key: specKey } } },
    ],
    volumeMounts: [...(given.volumeMounts ?? []), { name: 'tmp', mountPath: '/tmp' }],
  };
}

/** The Secret with a worker's spec, which goes with its Pod. */
export function workerSecret(spec: WorkerSpec, { uid, installation }: { uid: string; installation: string }): V1Secret {
  const { workerId } = spec;
  // WORKER_HOST says which address.
  const placed = Object.assign({}, spec, { address: Object.assign({ host: '0.0.0.0' }, workerPorts) });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: workerId,
      labels: labelsOf(installation),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: workerId, uid }],
    },
    immutable: true,
    stringData: { [specKey]: JSON.stringify(placed) },
  };
}
