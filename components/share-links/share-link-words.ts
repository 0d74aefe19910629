import type { EventClock } from '@/lib/browser/page/event-clock';
import { formatTime } from '@/lib/browser/page/format-time';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { ShareLinkJson } from '@/lib/contracts/share-links';

type Attributes = ShareLinkJson['attributes'];

/** Names links for people without an account. */
export const clientLink = 'Share with a client';

/** Names the page's own address, which members open. */
export const teamLink = 'Copy link for the team';

/** The same where the device has a share sheet, which does not only copy it. */
export const sentTeamLink = 'Send link to the team';

/** A range of recordings, in milliseconds since 1970. */
export interface RecordedRange {
  startMs: number;
  endMs: number;
}

/** The cuts that a page plays. */
export interface SharedProgram {
  /** The version; null for the show as it was cut. */
  editId: string | null;
  editName: string | null;
}

/** A range as the user's language writes it, such as `Nov 27, 18:30:00 – 18:31:10`, by its event's clock. */
export function rangeWords({ startMs, endMs }: RecordedRange, clock: EventClock): string {
  const format = new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: clock.timeZone,
  });
  const place = clock.placeAt(startMs);
  return `${format.formatRange(startMs, endMs)}${place ? `, ${place} time` : ''}`;
}

/** Summarizes a link's rights in one line. @param clock the event's */
export function shareLinkRights(
  { stream_ids: streamIds, can_hear: canHear, recorded, ...link }: Attributes,
  clock: EventClock,
): string {
  return [
    recorded
      ? `Recorded ${rangeWords({ startMs: Date.parse(recorded.starts_at), endMs: Date.parse(recorded.ends_at) }, clock)}`
      : '',
    streamIds === null ? 'All cameras' : countWords(streamIds.length, 'camera'),
    canHear ? 'picture and sound' : 'picture only',
    link.follows ? 'follows the director' : '',
    link.program ? (link.program.edit_name === null ? 'as it was cut' : `version ${link.program.edit_name}`) : '',
    link.can_comment ? 'guests comment' : '',
    link.has_password ? 'password' : '',
    link.max_viewers === null ? '' : `at most ${countWords(link.max_viewers, 'viewer')}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Whether a link still opens, and until when. */
export function shareLinkState({ revoked_at: revokedAt, expires_at: expiresAt }: Attributes, nowMs: number): string {
  if (revokedAt !== null) return 'Revoked';
  const isOver = Date.parse(expiresAt) <= nowMs;
  return `${isOver ? 'Expired' : 'Open until'} ${formatTime(new Date(expiresAt))}`;
}

/** How much a link is used, and whether more come than it allows. */
export const shareLinkUse = ({
  viewers,
  viewer_minutes: minutes,
  surplus_viewers: surplus,
  comments,
}: Attributes): string =>
  [
    `${countWords(viewers, 'person', 'people')} watching`,
    countWords(minutes, 'viewer minute'),
    comments === 0 ? '' : countWords(comments, 'comment'),
    surplus === 0 ? '' : `${countWords(surplus, 'person', 'people')} removed for want of a place`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
