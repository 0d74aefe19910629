import type { V1ContainerState, V1Pod, V1PodStatus } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import { podState, refusal, startFailure } from './pod-state';

const podWith = (status: V1PodStatus, state?: V1ContainerState): V1Pod => ({
  status: {
    ...status,
    containerStatuses: state && [
      { name: 'worker', image: 'sightline:1', imageID: '', ready: false, restartCount: 0, state },
    ],
  },
});

const unschedulable = (message: string): V1Pod =>
  podWith({
    phase: 'Pending',
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
  });

describe('a Pod', () => {
  test.each<[string, V1Pod]>([
    ['that no node has taken yet', unschedulable('0/3 nodes are available: 3 Insufficient cpu.')],
    ['whose container is being made', podWith({ phase: 'Pending' }, { waiting: { reason: 'ContainerCreating' } })],
    ['that has an address before its container runs', podWith({ phase: 'Pending', podIP: '10.0.0.7' })],
  ])('%s is starting', (_, pod) => expect(podState(pod)).toEqual({ kind: 'starting' }));

  test('with a container that runs is running', () => {
    const pod = podWith({ phase: 'Running', podIP: '10.0.0.7' }, { running: {} });
    expect(podState(pod)).toEqual({ kind: 'running', host: '10.0.0.7' });
  });

  test.each<[string, V1Pod, string]>([
    [
      'out of memory',
      podWith({ phase: 'Failed' }, { terminated: { exitCode: 137, reason: 'OOMKilled' } }),
      'OOMKilled',
    ],
    ['a crash, as a shell counts', podWith({ phase: 'Failed' }, { terminated: { exitCode: 139 } }), 'signal SIGSEGV'],
    ['a signal', podWith({ phase: 'Failed' }, { terminated: { exitCode: 0, signal: 6 } }), 'signal SIGABRT'],
    ['an exit', podWith({ phase: 'Failed' }, { terminated: { exitCode: 1 } }), 'exit code 1'],
    ['an end in order', podWith({ phase: 'Succeeded' }, { terminated: { exitCode: 0 } }), 'exit code 0'],
    ['no word at all', podWith({ phase: 'Failed' }), 'phase Failed'],
  ])('that has ended says how: %s', (_, pod, how) => {
    expect(podState(pod)).toEqual({ kind: 'ended', how, failure: null });
  });

  test('that its node has evicted says so', () => {
    const pod = podWith({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' });
    expect(podState(pod)).toMatchObject({
      how: 'Evicted: The node was low on resource: memory.',
      failure: { reason: expect.stringContaining('The cluster ended the process'), retryable: true },
    });
  });

  test.each([
    ['ErrImagePull', 'cannot be fetched', true],
    ['ImagePullBackOff', 'cannot be fetched', true],
    ['ErrImageNeverPull', 'cannot be fetched', false],
    ['InvalidImageName', 'is not the name of an image', false],
    ['CreateContainerConfigError', 'cannot start the process', true],
  ])('that waits for %s has ended: it %s', (reason, words, retryable) => {
    const pod = podWith({ phase: 'Pending' }, { waiting: { reason } });
    expect(podState(pod)).toMatchObject({ failure: { reason: expect.stringContaining(words), retryable } });
  });
});

test.each([
  ['0/3 nodes are available: 2 Insufficient cpu, 3 Insufficient memory.', '(too little CPU and memory)'],
  ['0/1 nodes are available: 1 node(s) had untolerated taint {gpu: true}.', 'No machine of the cluster may take'],
])('a start that takes too long says what the scheduler says: %s', (message, words) => {
  expect(startFailure(unschedulable(message), 60_000).reason).toContain(words);
});

test('a start that takes too long without a word says for how long', () => {
  expect(startFailure({}, 60_000)).toEqual({
    codedReason: { code: 'cluster_slow', figures: { seconds: 60 } },
    reason:
      'The cluster did not start the process handling this camera within 60 s. Ask your administrator, then press On again.',
    retryable: false,
  });
});

test.each([
  [
    403,
    'pods "w" is forbidden: exceeded quota: a, requested: pods=1, used: pods=10, limited: pods=10',
    /in use: pods=10; at most: pods=10/,
    true,
  ],
  [403, 'pods is forbidden: User "u" cannot create resource "pods"', /does not allow/, false],
  [422, 'Pod "w" is invalid: spec.containers[0].image: Required value', /does not allow/, false],
  [0, 'connect ECONNREFUSED', /does not answer/, true],
  [503, 'etcdserver: leader changed', /does not answer/, true],
  [429, 'too many requests', /does not answer/, true],
] as const)('a refusal with status %d, %s, reads as %s', (status, message, words, retryable) => {
  const failure = refusal(status, message);
  expect(failure.reason).toMatch(words);
  expect(failure.retryable).toBe(retryable);
});
