import { afterEach, expect, test, vi } from 'vitest';
import { log } from '@/lib/platform/log';
import { logLine } from './log-line';

afterEach(() => void vi.restoreAllMocks());

test.each<['warn' | 'debug', string]>([
  ['warn', '2026-11-28 00:00:00.000 UTC [1] ERROR:  could not extend file "base/1": No space left on device'],
  ['warn', '2026-11-28 00:00:00.000 UTC [1] PANIC:  could not locate a valid checkpoint record'],
  ['debug', '2026-11-28 00:00:00.000 UTC [1] ERROR:  duplicate key value violates unique constraint "users"'],
  ['debug', '2026-11-28 00:00:00.000 UTC [1] FATAL:  terminating connection due to administrator command'],
  ['debug', '2026-11-28 00:00:00.000 UTC [1] LOG:  checkpoint starting: time'],
])('a line of postgres is logged as %s: %s', (level, line) => {
  const said = vi.spyOn(log, level).mockImplementation(() => undefined);
  logLine('postgres')(line);
  expect(said).toHaveBeenCalledWith({ line }, 'postgres');
});

test.each<['warn' | 'debug', string, object, string]>([
  [
    'warn',
    '{"level":"error","ts":"2026-11-28T00:00:00Z","logger":"livekit","caller":"a.go:1","msg":"could not listen","port":7880}',
    { livekit: { port: 7880 } },
    'livekit: could not listen',
  ],
  ['warn', '{"level":"warn","msg":"packet loss","ratio":0.4}', { livekit: { ratio: 0.4 } }, 'livekit: packet loss'],
  ['warn', '{"level":"error","msg":"stream closed"}', { livekit: {} }, 'livekit: stream closed'],
  ['debug', '{"level":"info","msg":"starting"}', { livekit: {} }, 'livekit: starting'],
  [
    'debug',
    '{"level":"warn","msg":"error reading from websocket","error":"websocket: close 1006 (abnormal closure): unexpected EOF"}',
    { livekit: { error: 'websocket: close 1006 (abnormal closure): unexpected EOF' } },
    'livekit: error reading from websocket',
  ],
  [
    'debug',
    '{"level":"warn","logger":"livekit.pion.ice","msg":"Failed to ping without candidate pairs. Connection is not possible yet."}',
    { livekit: {} },
    'livekit: Failed to ping without candidate pairs. Connection is not possible yet.',
  ],
  ['warn', 'panic: runtime error', { line: 'panic: runtime error' }, 'livekit'],
  ['debug', '{"level":"error', { line: '{"level":"error' }, 'livekit'],
])('a line of livekit is logged as %s: %s', (level, line, fields, message) => {
  const said = vi.spyOn(log, level).mockImplementation(() => undefined);
  logLine('livekit')(line);
  expect(said).toHaveBeenCalledWith(fields, message);
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
    [{ livekit: {} }, 'livekit: again'],
  ]);
});
