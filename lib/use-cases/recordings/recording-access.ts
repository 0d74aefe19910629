import { readLiveAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import { type RecordingUse, readRecordingToken } from '@/lib/auth/recording-token';
import { type Action, roleMay } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import type { OpenMedia } from '@/lib/platform/storage/recording-store';

/** The uses that a member's or an API token's address allows. */
type HeldUse = Extract<RecordingUse, 'play' | 'download' | 'export'>;

/** The action that the holder of an address must still be allowed. */
const actions = {
  play: 'recordings.view',
  download: 'recordings.export',
  export: 'recordings.export',
} satisfies Record<HeldUse, Action>;

/** How often a transfer that goes on asks whether its address still holds. */
const askAgainMs = 1_000;

const ended = () => new AppError('forbidden', 'This address has expired: open the recordings again.');

/** The holder of an address. @throws AppError `forbidden` for a token that is not for this use of this thing */
export function requireHolder(token: string, id: string, use: RecordingUse): string {
  const holderId = readRecordingToken(token, id, use);
  if (holderId === null) throw ended();
  return holderId;
}

/**
 * Checks that the session or API token that made an address is live, and may do what the address is for.
 * @throws AppError `forbidden`
 */
export async function requireLiveHolder(holderId: string, use: HeldUse, organizationId: string): Promise<void> {
  const holder = (await readLiveAuthSessions([holderId])).get(holderId);
  if (holder?.organizationId !== organizationId || !roleMay(holder.role, actions[use])) throw ended();
}

/**
 * Media that break off once `requireAllowed` throws. A transfer may take hours, and longer than its address holds, so that
 * it asks for the holder alone.
 */
export const whileAllowed = <Media extends OpenMedia>(media: Media, requireAllowed: () => Promise<unknown>): Media => ({
  ...media,
  async *read(from: number, to: number) {
    let askedMs = performance.now();
    for await (const bytes of media.read(from, to)) {
      if (performance.now() - askedMs >= askAgainMs) {
        await requireAllowed();
        askedMs = performance.now();
      }
      yield bytes;
    }
  },
});
