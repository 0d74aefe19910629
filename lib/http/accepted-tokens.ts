import { hash } from 'node:crypto';
import { hourMs } from '@/lib/core/durations';
import { processWide } from '@/lib/platform/process-wide';

const rememberedForMs = hourMs;
const maxRemembered = 50_000;

/** Until when each one is remembered, the oldest first: by its hash, because nobody needs the token itself. */
const remembered = (): Map<string, number> => processWide('accepted tokens', () => new Map());

/** Notes that a request with this header `authorization` was a user's. */
export function noteAcceptedToken(authorization: string): void {
  const tokens = remembered();
  const key = hash('sha256', authorization, 'base64url');
  tokens.delete(key);
  tokens.set(key, performance.now() + rememberedForMs);
  for (const oldest of tokens.keys()) {
    if (tokens.size <= maxRemembered) break;
    tokens.delete(oldest);
  }
}

/** Notes that a request with this header was refused: its token has ended, or was made up. */
export function noteRefusedToken(authorization: string): void {
  remembered().delete(hash('sha256', authorization, 'base64url'));
}

/** Whether this process has accepted the header lately. Until then anybody may have made it up. */
export function wasTokenAccepted(authorization: string): boolean {
  const untilMs = remembered().get(hash('sha256', authorization, 'base64url'));
  return untilMs !== undefined && performance.now() < untilMs;
}
