import { deriveSecrets } from '@/lib/auth/derive-secrets';
import { hashLinkSecret } from '@/lib/auth/link-secret';

const secretsOf = (inviteId: string) => deriveSecrets('camera invite secret', inviteId);

/** The secret of a new camera invite. It is derived, so that members can copy it again. */
export const newCameraInviteSecret = (inviteId: string): string => secretsOf(inviteId)[0];

/** The secret of a camera invite, by its hash; null where it was derived from an AUTH_SECRET that this server no longer has. */
export const findCameraInviteSecret = (inviteId: string, secretHash: string): string | null =>
  secretsOf(inviteId).find((secret) => hashLinkSecret(secret) === secretHash) ?? null;
