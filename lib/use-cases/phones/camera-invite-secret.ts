import { createHmac, hkdfSync } from 'node:crypto';
import { webEnv } from '@/lib/platform/env/web-env';

/** The secret of a camera invite: 32 bytes in base64url. It derives from AUTH_SECRET, so that members can copy it again. */
export function cameraInviteSecretOf(inviteId: string): string {
  const key = hkdfSync('sha256', webEnv().AUTH_SECRET, '', 'sightline camera invite secret', 32);
  return createHmac('sha256', Buffer.from(key)).update(inviteId).digest('base64url');
}
