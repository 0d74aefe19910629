import type { UseMutationOptions } from '@tanstack/react-query';
import type { CreateMarkInput, MarkJson } from '@/lib/contracts/marks';
import { hourMs } from '@/lib/core/durations';
import { ApiError } from '../api/api-error';

const retryEveryMs = 2_000;
const keepForMs = 12 * hourMs;
/** Until then the server's own time is that of the press, and nearer to the recordings'. */
const presentMs = 1_000;

export interface NewMark extends CreateMarkInput {
  /** By this machine's clock. */
  pressedAtMs: number;
}

/**
 * Sets a mark. Without an answer of the server it is kept, and sent again with the time of the press until there is one.
 * @param send asks the server
 */
export const setMark = (
  send: (mark: CreateMarkInput) => Promise<{ data: MarkJson }>,
): UseMutationOptions<{ data: MarkJson }, Error, NewMark> => ({
  mutationFn: ({ pressedAtMs, ...mark }) =>
    send(Date.now() - pressedAtMs < presentMs ? mark : { at: new Date(pressedAtMs).toISOString(), ...mark }),
  retry: (failures, error) => isAway(error) && failures * retryEveryMs < keepForMs,
  retryDelay: retryEveryMs,
});

/** No answer, or one of a proxy whose server is away. */
const isAway = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));
