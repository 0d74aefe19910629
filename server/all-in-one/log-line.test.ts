import { afterEach, expect, test, vi } from 'vitest';
import { log } from '@/lib/platform/log';
import { logLine } from './log-line';

afterEach(() => void vi.restoreAllMocks());

test.each<[Parameters<typeof logLine>[0], 'warn' | 'debug', string]>([
  [
    'postgres',
    'warn',
    '2026-11-28 00:00:00.000 UTC [1] ERROR:  could not extend file "base/1": No space left on device',
  ],
  ['postgres', 'warn', '2026-11-28 00:00:00.000 UTC [1] PANIC:  could not locate a valid checkpoint record'],
  [
    'postgres',
    'debug',
    '2026-11-28 00:00:00.000 UTC [1] ERROR:  duplicate key value violates unique constraint "users"',
  ],
  ['postgres', 'debug', '2026-11-28 00:00:00.000 UTC [1] FATAL:  terminating connection due to administrator command'],
  ['postgres', 'debug', '2026-11-28 00:00:00.000 UTC [1] LOG:  checkpoint starting: time'],
  ['livekit', 'warn', '{"level":"error","msg":"could not listen"}'],
  ['livekit', 'debug', '{"level":"info","msg":"starting"}'],
])('a line of %s is logged as %s: %s', (program, level, line) => {
  const said = vi.spyOn(log, level).mockImplementation(() => undefined);
  logLine(program)(line);
  expect(said).toHaveBeenCalledWith({ line }, program);
});

test('of many warnings in a minute, the first are shown, and how many more there were', () => {
  const said = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const clock = { nowMs: 1_000 };
  const say = logLine('livekit', () => clock.nowMs);
  for (let count = 0; count < 500; count++) say('{"level":"warn","msg":"again"}');
  expect(said).toHaveBeenCalledTimes(20);
  clock.nowMs += 60_000;
  say('{"level":"warn","msg":"again"}');
  expect(said.mock.calls.slice(20)).toEqual([
    [{ from: 'livekit', hidden: 480 }, 'further lines were hidden'],
    [{ line: '{"level":"warn","msg":"again"}' }, 'livekit'],
  ]);
});
