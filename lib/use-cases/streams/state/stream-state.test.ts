import { describe, expect, test } from 'vitest';
import { nextStatus, type StreamTransition } from './stream-state';

const transitions: StreamTransition[] = [
  'start_requested',
  'stop_requested',
  'passphrase_changed',
  'source_changed',
  'claimed',
  'worker_ready',
  'worker_lost',
  'worker_failed',
  'worker_stopped',
];

// One row per status, one column per transition in the order above. A dot: the transition does not apply.
const table = {
  idle: ['provisioning', '.', '.', '.', '.', '.', '.', '.', '.'],
  provisioning: ['.', 'stopping', '.', '.', '.', 'active', '.', 'error', '.'],
  active: ['.', 'stopping', 'provisioning', 'provisioning', 'provisioning', '.', 'provisioning', 'error', '.'],
  stopping: ['provisioning', '.', '.', '.', '.', '.', '.', '.', 'stopped'],
  stopped: ['provisioning', '.', '.', '.', '.', '.', '.', '.', '.'],
  error: ['provisioning', 'stopping', '.', '.', '.', '.', '.', '.', '.'],
} as const;

describe.each(Object.entries(table))('a stream that is %s', (status, row) => {
  test.each(transitions.map((transition, column) => [transition, row[column]] as const))(
    'on %s becomes %s',
    (transition, expected) => {
      expect(nextStatus(status as keyof typeof table, transition)).toBe(expected === '.' ? status : expected);
    },
  );
});
