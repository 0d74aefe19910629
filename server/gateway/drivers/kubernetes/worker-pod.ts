import type { V1Container, V1Pod, V1PodSpec, V1PodTemplateSpec, V1Probe, V1Secret } from '@kubernetes/client-node';
import { type WorkerSpec, workerHealthPath } from '@/lib/contracts/worker-protocol';
import { givenVideoEncoder, workerRuntimeEnv } from '@/lib/platform/env/child-env';
import { workerNodeOptions } from '@/scripts/worker-node-options.mjs';
import { workerPorts } from '../worker-driver';

export interface WorkerPodOptions {
  image: string;
  /** Which Sightline of the namespace the Pods belong to. */
  installation: string;
  /** Overrides by the cluster's administrator. */
  template?: V1PodTemplateSpec | undefined;
  /** Settings of the bucket that recordings go to, by name; undefined: workers do not record. */
  bucket?: Record<string, string> | undefined;
}

/** The name of the worker's container, in the template as well. */
export const workerContainer = 'worker';
/** The name of the sidecar that brings recordings into the bucket, in the template as well. */
export const uploaderContainer = 'uploader';
/** Where workers record, on a disk of the Pod. */
const podRecordings = '/recordings';
const specKey = 'spec';
/** A worker leaves its rooms within a second of its being asked to. */
const graceSeconds = 2;
/** Time limit for the uploader after its worker's end, should the bucket be away. It usually takes a second. */
const uploadGraceSeconds = 3_600;

/** How long the containers of a Pod get to end. */
export const graceSecondsOf = ({ bucket }: Pick<WorkerPodOptions, 'bucket'>): number =>
  bucket ? uploadGraceSeconds : graceSeconds;
/** Beside the worker's own limit, at which it ends with a sentence: the process of its SRT output, and the kernel's buffers. */
const extraMemoryMb = 256;
/** That of the image (Dockerfile), whose entry point is Node. */
const workerUserId = 10001;
/** Another user, so that what reads cameras' media cannot read the bucket's keys out of the uploader's environment. */
const uploaderUserId = 10002;

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
export function workerPod(spec: WorkerSpec, options: WorkerPodOptions): V1Pod {
  const { installation, template = {}, bucket } = options;
  const { workerId, streamId, eventId, generation } = spec;
  const given: Partial<V1PodSpec> = template.spec ?? {};
  const others = (given.containers ?? []).filter(({ name }) => name !== workerContainer);
  const labels = Object.assign({}, template.metadata?.labels, labelsOf(installation), {
    'sightline.io/stream': streamId,
    'sightline.io/event': eventId,
    'sightline.io/generation': String(generation),
  });
  const uploader = bucket && uploaderOf(spec, options, Object.keys(bucket));
  const podSpec: V1PodSpec = {
    terminationGracePeriodSeconds: graceSecondsOf(options),
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
    volumes: [
      ...(given.volumes ?? []),
      { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
      ...(bucket ? [{ name: 'recordings', emptyDir: {} }] : []),
    ],
    initContainers: uploader && [uploader],
    containers: [containerOf(spec, options, uploader), ...others],
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

/** Containers of every kind: read-only, and without any right. */
const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const recordingsEnv = { name: 'RECORDINGS_DIR', value: podRecordings };
const recordingsMount = { name: 'recordings', mountPath: podRecordings };

/** A sidecar: begins before the worker, is started again when it dies, and is asked to end after the worker. */
function uploaderOf(spec: WorkerSpec, { image, template }: WorkerPodOptions, settings: string[]): V1Container {
  const given: Partial<V1Container> =
    template?.spec?.initContainers?.find(({ name }) => name === uploaderContainer) ?? {};
  const valueFrom = (key: string) => ({ secretKeyRef: { name: spec.workerId, key } });
  return {
    args: [...workerNodeOptions, 'dist/uploader.mjs'],
    resources: {
      // Usually twenty seconds of the camera are there.
      requests: { cpu: '20m', memory: '96Mi', 'ephemeral-storage': '256Mi' },
      limits: { memory: '256Mi', 'ephemeral-storage': '20Gi' },
    },
    ...given,
    name: uploaderContainer,
    image,
    restartPolicy: 'Always',
    env: [
      { name: 'NODE_ENV', value: 'production' },
      ...(given.env ?? []),
      recordingsEnv,
      ...settings.map((name) => ({ name, valueFrom: valueFrom(name) })),
    ],
    securityContext: { ...containerSecurity, runAsUser: uploaderUserId, runAsGroup: workerUserId },
    volumeMounts: [...(given.volumeMounts ?? []), recordingsMount],
  };
}

/** Suffixes of Kubernetes' quantities. The client's own parser would load the client where no cluster is. */
const unitBytes = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

/** The recorder stops before its Pod holds more than the uploader may, for which the cluster would evict it. */
function recordingsMax(uploader: V1Container) {
  const limit = uploader.resources?.limits?.['ephemeral-storage'];
  const [, number, unit] = /^([\d.]+(?:[eE]\d+)?)([kMGT]|[KMGT]i)?$/.exec(limit ?? '') ?? [];
  if (number === undefined) return [];
  const bytes = Number(number) * (unit ? unitBytes[unit as keyof typeof unitBytes] : 1);
  return [{ name: 'RECORDINGS_MAX_BYTES', value: String(Math.floor(bytes)) }];
}

const videoEncoderEnv = () =>
  [givenVideoEncoder()].flatMap((value) => (value ? [{ name: 'VIDEO_ENCODER', value }] : []));

function containerOf(
  spec: WorkerSpec,
  { image, template = {} }: WorkerPodOptions,
  uploader: V1Container | undefined,
): V1Container {
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
    securityContext: containerSecurity,
    ...given,
    name: workerContainer,
    image,
    ports: [
      { name: 'srt-in', containerPort: inputPort, protocol: 'UDP' },
      { name: 'srt-out', containerPort: outputPort, protocol: 'UDP' },
      { name: 'rtmp', containerPort: inputPort, protocol: 'TCP' },
      { name: 'control', containerPort: controlPort, protocol: 'TCP' },
    ],
    env: [
      { name: 'NODE_ENV', value: 'production' },
      ...Object.entries(workerRuntimeEnv).map(([name, value]) => ({ name, value })),
      ...videoEncoderEnv(),
      ...(given.env ?? []),
      ...(uploader ? [recordingsEnv, ...recordingsMax(uploader)] : []),
      { name: 'WORKER_HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'WORKER_SPEC', valueFrom: { secretKeyRef: { name: spec.workerId, key: specKey } } },
    ],
    volumeMounts: [
      ...(given.volumeMounts ?? []),
      { name: 'tmp', mountPath: '/tmp' },
      ...(uploader ? [recordingsMount] : []),
    ],
  };
}

/** The Secret with a worker's spec and its uploader's settings, which goes with its Pod. */
export function workerSecret(
  spec: WorkerSpec,
  { uid, installation, bucket }: { uid: string } & Pick<WorkerPodOptions, 'installation' | 'bucket'>,
): V1Secret {
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
    stringData: Object.assign({ [specKey]: JSON.stringify(placed) }, bucket),
  };
}
