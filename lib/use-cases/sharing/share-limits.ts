import { networkOf } from '@/lib/core/network-of';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { SlowDown } from '@/lib/platform/limits/slow-down';

const passwords = 'Too many wrong passwords.';
const opens = 'This link was opened too often.';

/** A page opens its link once a minute: room for a large office behind one address. */
const opensByNetwork = new NetworkLimit({ name: 'share_network', uses: 3_000, windowSeconds: 10 * 60 });
/** Secrets that no link has: people mistype no 43 letters. */
const unknownByNetwork = new NetworkLimit({ name: 'share_unknown', uses: 30, windowSeconds: 10 * 60 });
/** Links may be posted where thousands read them. */
const opensByLink = new RateLimit({ name: 'share_link', uses: 60_000, windowSeconds: 10 * 60 });
/** Passwords of one link from one network, which a right one clears. A page that was let in needs none. */
const passwordsByNetwork = new NetworkLimit({ name: 'share_password_network', uses: 10, windowSeconds: 5 * 60 });
/** Wrong passwords of one link from all networks. */
const passwordsByLink = new SlowDown({
  name: 'share_password',
  free: 100,
  windowSeconds: 60 * 60,
  pauseMs: 4_000,
  sentence: passwords,
});
/** Networks from which somebody has known a link's password. */
const letIn = new RateLimit({ name: 'share_let_in', uses: 1, windowSeconds: 30 * 24 * 60 * 60 });

const comments = 'Too many comments.';
/** A guest who writes more than this does not comment. */
const commentsByViewer = new RateLimit({ name: 'share_comment_viewer', uses: 12, windowSeconds: 60 });
/** New viewers cost nothing, so that their network is counted, too. */
const commentsByNetwork = new NetworkLimit({ name: 'share_comment_network', uses: 120, windowSeconds: 10 * 60 });
const commentsByLink = new RateLimit({ name: 'share_comment_link', uses: 600, windowSeconds: 10 * 60 });

/** Counts a comment of a guest, who was let in. @throws AppError `too_many_requests` */
export async function countComment(linkId: string, viewerId: string, address: string): Promise<void> {
  refuseUsedUp(await commentsByViewer.use(`${linkId} ${viewerId}`), comments);
  refuseUsedUp(await commentsByNetwork.use(address, linkId), comments);
  refuseUsedUp(await commentsByLink.use(linkId), comments);
}

/** Counts an attempt to open any link. @throws AppError `too_many_requests` */
export async function countOpen(address: string): Promise<void> {
  refuseUsedUp(await unknownByNetwork.check(address), opens);
  refuseUsedUp(await opensByNetwork.use(address), opens);
}

/** Counts a secret that no link has. */
export async function countUnknown(address: string): Promise<void> {
  await unknownByNetwork.use(address);
}

/** Counts an attempt to open this link. @throws AppError `too_many_requests` */
export async function countOpenOf(linkId: string): Promise<void> {
  refuseUsedUp(await opensByLink.use(linkId), opens);
}

/**
 * Counts a password before it is checked, so that concurrent ones count too. Where a link is being guessed from many
 * networks, those that nobody was let in from wait for their turns.
 * @throws AppError `too_many_requests`
 */
export async function countPassword(linkId: string, address: string): Promise<void> {
  refuseUsedUp(await passwordsByNetwork.use(address, linkId), passwords);
  if (!(await wasLetIn(linkId, address))) await passwordsByLink.enter(linkId, address);
}

/** The password was right: what this network has tried does not count, and it is spared from now on. */
export async function notePassword(linkId: string, address: string): Promise<void> {
  await passwordsByNetwork.clear(address, linkId);
  if (await wasLetIn(linkId, address)) return;
  await passwordsByLink.forgive(linkId);
  await letIn.use(letInKey(linkId, address));
}

const wasLetIn = async (linkId: string, address: string): Promise<boolean> =>
  (await letIn.check(letInKey(linkId, address))) !== null;

const letInKey = (linkId: string, address: string): string => `${networkOf(address)} ${linkId}`;
