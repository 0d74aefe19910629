import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { refuseWarnings } from './refuse-warnings';

const outputOf = (code: string) => spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr;

test('a program that leaks listeners is refused, by what Node says of it', () => {
  const leak = "for (let count = 0; count < 11; count++) process.on('exit', () => {});";
  expect(() => refuseWarnings('web', outputOf(leak))).toThrow(/^web was warned: .*MaxListenersExceededWarning: .*exit/);
});

test('a program that logs a warning of its own is not', () => {
  const log = 'console.error(JSON.stringify({ level: "warn", msg: "Warning: the clock is behind" }))';
  expect(() => refuseWarnings('web', outputOf(log))).not.toThrow();
});
