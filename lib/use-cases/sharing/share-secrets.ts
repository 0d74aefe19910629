import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { webEnv } from '@/lib/platform/env/web-env';

/** The secret of a share link: 32 bytes in base64url. It is made of AUTH_SECRET, so that members can copy it again. */
export const shareSecretOf = (linkId: string): string => sign('secret', linkId);

/** Proves that this viewer has been let in by this link: what a page shows when it comes back. */
export const signShareViewer = (linkId: string, viewerId: string): string =>
  `${viewerId}.${sign('viewer', `${linkId} ${viewerId}`)}`;

/** @returns the viewer's id, or null for what {@link signShareViewer} has not made for this link */
export function readShareViewer(linkId: string, signed: string): string | null {
  const [viewerId = ''] = signed.split('.');
  const [given, expected] = [Buffer.from(signed), Buffer.from(signShareViewer(linkId, viewerId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? viewerId : null;
}

function sign(use: 'secret' | 'viewer', text: string): string {
  const key = hkdfSync('sha256', webEnv().AUTH_SECRET, '', `sightline share link ${use}`, 32);
  return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
}
