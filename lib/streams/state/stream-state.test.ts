import { describe, expect, test } from 'vitest';
import { nextStatus, type StreamTransition } from './stream-state';

const events: StreamTransition[] = [
  'start_requested',
  'stop_requested',
  'passphrase_changed',
  'claimed',
  'worker_ready',
  'worker_lost',
  'worker_failed',
  'worker_stopped',
];

// One row a status, one column an event, in the order above. A dot: the event changes nothing.
const table = {
  idle: ['provisioning', '.', '.', '.', '.', '.', '.', '.'],
  provisioning: ['.', 'stopping', '.', '.', 'active', '.', 'error', '.'],
  active: ['.', 'stopping', 'provisioning', 'provisioning', '.', 'provisioning', 'error', '.'],
  stopping: ['provisioning', '.', '.', '.', '.', '.', '.', 'stopped'],
  stopped: ['provisioning', '.', '.', '.', '.', '.', '.', '.'],
  error: ['provisioning', 'stopping', '.', '.', '.', '.', '.', '.'],
} as const;

describe.each(Object.entries(table))('a stream that is %s', (status, row) => {
  test.each(events.map((event, column) => [event, row[column]] as const))('on %s becomes %s', (event, expected) => {
    expect(nextStatus(status as keyof typeof table, event)).toBe(expected === '.' ? status : expected);
  });
});
