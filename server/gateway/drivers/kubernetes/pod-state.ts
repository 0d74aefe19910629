import { constants } from 'node:os';
import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node';
import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import { workerFailure } from '@/lib/contracts/worker-failure';
import type { WorkerFailure } from '@/lib/contracts/worker-protocol';
import { uploaderContainer, workerContainer } from './worker-pod';

/** The state of a worker's Pod, as its driver sees it. */
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
const maxImageLength = 200;

/** @param pod as the API server tells of it */
export function podState(pod: V1Pod): PodState {
  const { status } = pod;
  const container = status?.containerStatuses?.find(({ name }) => name === workerContainer);
  // Its uploader may still run.
  if (container?.state?.terminated || status?.phase === 'Failed' || status?.phase === 'Succeeded')
    return ended(pod, container);
  const waiting = container?.state?.waiting;
  if (waiting?.reason && [...imageReasons, ...containerReasons].includes(waiting.reason)) {
    const { reason, message } = waiting;
    return {
      kind: 'ended',
      how: `${reason}: ${message ?? ''}`,
      failure: workerFailure(waitingReason(reason, container?.image), { retryable: !finalReasons.includes(reason) }),
    };
  }
  if (container?.state?.running && status?.podIP) return { kind: 'running', host: status.podIP };
  return { kind: 'starting' };
}

/** Whether a Pod's worker has ended and its uploader may go on, until the cluster ends that, too. */
export const isUploading = ({ metadata, spec, status }: V1Pod): boolean =>
  metadata?.deletionTimestamp !== undefined &&
  (spec?.initContainers?.some(({ name }) => name === uploaderContainer) ?? false) &&
  Boolean(status?.containerStatuses?.some(({ name, state }) => name === workerContainer && state?.terminated));

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

/** Failure of a Pod that an administrator or a drained node has deleted. */
export const removedByCluster: WorkerFailure = workerFailure(
  { code: 'cluster_ended', figures: {} },
  { retryable: true },
);

/** Failure of a Pod that has not started in time. */
export const startFailure = (pod: V1Pod, timeoutMs: number): WorkerFailure =>
  workerFailure(
    obstacleOf(pod) ?? { code: 'cluster_slow', figures: { seconds: timeoutMs / 1000 } },
    // A minute or more has passed already.
    { retryable: false },
  );

/** @param reason the kubelet's word for why the container waits */
function waitingReason(reason: string, image = ''): KnownText {
  if (!imageReasons.includes(reason)) return { code: 'cluster_container', figures: {} };
  const code = reason === 'InvalidImageName' ? 'cluster_image_name' : 'cluster_image_missing';
  return { code, figures: { image: image.slice(0, maxImageLength) } };
}

/** Why no node takes a Pod, from the scheduler's message, such as "0/3 nodes are available: 3 Insufficient cpu." */
function obstacleOf({ status }: V1Pod): KnownText | null {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return null;
  const names = (scheduled.message ?? '').matchAll(/Insufficient ([\w/-]+(?:\.[\w/-]+)*)/g);
  const resources = [...new Set([...names].map(([, name = '']) => name))];
  if (resources.length === 0) return { code: 'cluster_no_machine', figures: {} };
  return { code: 'cluster_full', figures: { resources } };
}

/** Failure of a Pod that the API server refuses to create. @param message the server's */
export function refusal(status: number, message: string): WorkerFailure {
  const quota = /exceeded quota: .*?, requested: (.*), used: (.*), limited: (.*)$/.exec(message);
  if (quota) {
    const [, , used = '', limited = ''] = quota;
    return workerFailure({ code: 'cluster_quota', figures: { used, limited } }, { retryable: true });
  }
  if (status === 0 || status === 429 || status >= 500) {
    return workerFailure({ code: 'cluster_silent', figures: {} }, { retryable: true });
  }
  return workerFailure({ code: 'cluster_forbids', figures: {} }, { retryable: false });
}
