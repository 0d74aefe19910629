import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CreateMarkInput, MarkJson } from '@/lib/contracts/marks';
import { ApiError } from '../api/api-error';
import { setMark } from './set-mark';

const startMs = Date.UTC(2026, 4, 1, 20);
const answer = { data: { id: 'mark' } as MarkJson };
const away = (status: number) => new ApiError(status, '', 'unknown');

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.useRealTimers();
});

const press = (send: (mark: CreateMarkInput) => Promise<{ data: MarkJson }>, mark: CreateMarkInput = {}) =>
  new MutationObserver(new QueryClient(), setMark(send)).mutate({ ...mark, pressedAtMs: Date.now() });

test('a mark that is sent at once has the time of the server', async () => {
  const send = vi.fn().mockResolvedValue(answer);
  await expect(press(send)).resolves.toBe(answer);
  expect(send.mock.calls).toEqual([[{}]]);
});

test('a mark that was set while the server was away is sent later, with the time of the press', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(away(0))
    .mockRejectedValueOnce(away(502))
    .mockRejectedValueOnce(away(503))
    .mockResolvedValue(answer);
  const pressed = press(send);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(pressed).resolves.toBe(answer);
  const at = new Date(startMs).toISOString();
  expect(send.mock.calls).toEqual([[{}], [{ at }], [{ at }], [{ at }]]);
});

test('a mark of another moment keeps its time, and a refusal is final', async () => {
  const at = '2026-05-01T19:00:00.250Z';
  const send = vi.fn().mockRejectedValueOnce(away(0)).mockRejectedValue(away(403));
  const pressed = press(send, { at });
  const refused = expect(pressed).rejects.toMatchObject({ status: 403 });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(send.mock.calls).toEqual([[{ at }], [{ at }]]);
});
