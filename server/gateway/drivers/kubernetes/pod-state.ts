import { constants } from 'node:os';
import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node';
import type { WorkerFailure } from '@/lib/contracts/worker-protocol';
import { workerContainer } from './worker-pod';

/** What a worker's Pod means to its driver. */
export type PodState =
  | { kind: 'starting' }
  | { kind: 'running'; host: string }
  /** `how` is for the log; `failure` null where the worker itself knows more. */
  | { kind: 'ended'; how: string; failure: WorkerFailure | null };

/** The kubelet's words (pkg/kubelet/images/types.go, pkg/kubelet/kuberuntime); none of them heals within seconds. */
const imageReasons = [
  'ErrImagePull',
  'ImagePullBackOff',
  'RegistryUnavailable',
  'ErrImageNeverPull',
  'InvalidImageName',
];
const containerReasons = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'];
/** Another try cannot do better. */
const finalReasons = ['ErrImageNeverPull', 'InvalidImageName'];

const askAdministrator = 'Ask your administrator, then press On again.';

/** @param pod as the API server tells of it */
export function podState(pod: V1Pod): PodState {
  const { status } = pod;
  const container = status?.containerStatuses?.find(({ name }) => name === workerContainer);
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return ended(pod, container);
  const waiting = container?.state?.waiting;
  if (waiting?.reason && [...imageReasons, ...containerReasons].includes(waiting.reason)) {
    const { reason, message } = waiting;
    return {
      kind: 'ended',
      how: `${reason}: ${message ?? ''}`,
      failure: {
        reason: imageReasons.includes(reason) ? imageSentence(reason, container?.image) : containerSentence,
        retryable: !finalReasons.includes(reason),
      },
    };
  }
  if (container?.state?.running && status?.podIP) return { kind: 'running', host: status.podIP };
  return { kind: 'starting' };
}

function ended({ status, metadata }: V1Pod, container: V1ContainerStatus | undefined): PodState {
  const { reason, message } = status ?? {};
  if (reason) {
    // The node or the cluster ended it, and says why: Evicted, Preempting, NodeShutdown, OutOfmemory, …
    return { kind: 'ended', how: `${reason}: ${message ?? ''}`, failure: removedByCluster };
  }
  const terminated = container?.state?.terminated;
  const how = terminated ? terminationOf(terminated) : `phase ${status?.phase}`;
  return { kind: 'ended', how, failure: metadata?.deletionTimestamp ? removedByCluster : null };
}

/** As the driver of processes says it. */
function terminationOf({ reason, exitCode, signal }: { reason?: string; exitCode: number; signal?: number }): string {
  if (reason === 'OOMKilled') return reason;
  const number = signal || (exitCode > 128 ? exitCode - 128 : 0);
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name ? `signal ${name}` : `exit code ${exitCode}`;
}

/** Of a Pod that somebody else deletes: an administrator, or a node that is emptied. */
export const removedByCluster: WorkerFailure = {
  reason: 'The cluster ended the process handling this camera, as it does to update or empty a machine.',
  retryable: true,
};

/** Of a Pod that has not begun in time. */
export const startFailure = (pod: V1Pod, timeoutMs: number): WorkerFailure => ({
  reason:
    obstacleOf(pod) ??
    `The cluster did not start the process handling this camera within ${timeoutMs / 1000} s. ${askAdministrator}`,
  // A minute or more has passed already.
  retryable: false,
});

const containerSentence = `The cluster cannot start the process handling this camera. ${askAdministrator}`;

function imageSentence(reason: string, image = ''): string {
  const what = reason === 'InvalidImageName' ? 'is not the name of an image' : 'cannot be fetched';
  return `The cluster has no program for this camera: “${image.slice(0, 200)}” ${what}. ${askAdministrator}`;
}

/** Why no node takes a Pod, from the scheduler's message, such as "0/3 nodes are available: 3 Insufficient cpu." */
function obstacleOf({ status }: V1Pod): string | null {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return null;
  const short = [
    ...new Set(
      [...(scheduled.message ?? '').matchAll(/Insufficient ([\w/-]+(?:\.[\w/-]+)*)/g)].map(([, name]) => name),
    ),
  ];
  if (short.length === 0) {
    return `No machine of the cluster may take another camera. ${askAdministrator}`;
  }
  const words = short.map((name) => resourceWords[name ?? ''] ?? name).join(' and ');
  return `No machine of the cluster has room for another camera (too little ${words}). Turn a camera off or add a machine, then press On again.`;
}

const resourceWords: Record<string, string> = {
  cpu: 'CPU',
  memory: 'memory',
  'ephemeral-storage': 'disk',
};

/** Of a Pod that the API server refuses to create. @param message the server's */
export function refusal(status: number, message: string): WorkerFailure {
  const quota = /exceeded quota: .*?, requested: (.*), used: (.*), limited: (.*)$/.exec(message);
  if (quota) {
    const [, , used = '', limited = ''] = quota;
    return {
      reason: `The cluster’s quota leaves no room for another camera (in use: ${used}; at most: ${limited}). Turn a camera off, or ask your administrator to raise the quota.`,
      retryable: true,
    };
  }
  if (status === 0 || status === 429 || status >= 500) {
    return { reason: 'The cluster does not answer, so no camera can be started.', retryable: true };
  }
  return {
    reason: `The cluster does not allow the process handling this camera to start; the gateway’s log says why. ${askAdministrator}`,
    retryable: false,
  };
}
