import type { Client } from '@/lib/auth/client';
import { type OpenedInvite, openCameraInvite } from './open-camera-invite';
import { requirePlace } from './require-place';

/**
 * Shows an invite to a phone that has not joined by it yet.
 * @throws AppError what openCameraInvite throws; `gone` for an expired invite, `limit_reached` when all its phones have
 *   joined
 */
export async function findCameraInvite(secret: string, client: Client): Promise<OpenedInvite> {
  const invite = await openCameraInvite(secret, client);
  requirePlace(invite);
  return invite;
}
