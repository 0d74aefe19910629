import { timingSafeEqual } from 'node:crypto';
import { deriveSecrets } from '@/lib/auth/derive-secrets';
import { hashLinkSecret } from '@/lib/auth/link-secret';

const secretsOf = (linkId: string) => deriveSecrets('share link secret', linkId);

/** The secret of a new share link. It is derived, so that members can copy it again. */
export const newShareSecret = (linkId: string): string => secretsOf(linkId)[0];

/** The secret of a share link, by its hash; null where it was derived from an AUTH_SECRET that this server no longer has. */
export const findShareSecret = (linkId: string, secretHash: string): string | null =>
  secretsOf(linkId).find((secret) => hashLinkSecret(secret) === secretHash) ?? null;

/** Proves that this viewer has been let in by this link: what a page shows when it comes back. */
export const signShareViewer = (linkId: string, viewerId: string): string => signViewer(linkId, viewerId)[0];

/** @returns the viewer's id, or null for what {@link signShareViewer} has not made for this link */
export function readShareViewer(linkId: string, signed: string): string | null {
  const [viewerId = ''] = signed.split('.');
  const given = Buffer.from(signed);
  const isSigned = signViewer(linkId, viewerId)
    .map((expected) => Buffer.from(expected))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return isSigned ? viewerId : null;
}

function signViewer(linkId: string, viewerId: string): [current: string, ...former: string[]] {
  const [current, ...former] = deriveSecrets('share link viewer', `${linkId} ${viewerId}`);
  const withId = (signature: string): string => `${viewerId}.${signature}`;
  return [withId(current), ...former.map(withId)];
}
