import { expect, test } from 'vitest';
import { isDatabaseAway } from './is-database-away';

const adapterError = (cause: object) => ({
  message: 'Raw query failed.',
  code: 'P2010',
  meta: { driverAdapterError: { cause } },
});

test.each<[string, unknown, boolean]>([
  ['a lost connection', new Error('Connection terminated unexpectedly'), true],
  ['a silent database', new Error('Query read timeout'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['a closed port', Object.assign(new Error("Can't reach database server"), { code: 'P1001' }), true],
  ['a closed port, asked by a raw query', adapterError({ kind: 'DatabaseNotReachable' }), true],
  ['a shutdown', adapterError({ kind: 'postgres', code: '57P01' }), true],
  ['too many connections', adapterError({ kind: 'TooManyConnections', originalCode: '53300' }), true],
  ['a broken rule', adapterError({ kind: 'UniqueConstraintViolation', originalCode: '23505' }), false],
  ['an unknown column', Object.assign(new Error('column'), { code: 'P2022' }), false],
  ['a fault of ours', new TypeError('x is not a function'), false],
  ['no error', 'Connection terminated', false],
])('%s: %s, %s', (_, error, expected) => {
  expect(isDatabaseAway(error)).toBe(expected);
});
