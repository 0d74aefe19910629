import { formatTime } from '@/lib/browser/page/format-time';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';

type Attributes = Pick<CameraInviteJson['attributes'], 'revoked_at' | 'expires_at' | 'uses' | 'max_uses'>;

/** Whether an invite lets a further phone in. */
export const isInviteOpen = (invite: Attributes, nowMs: number): boolean =>
  invite.revoked_at === null && invite.uses < invite.max_uses && Date.parse(invite.expires_at) > nowMs;

/** How many phones have joined by an invite, and whether more may. */
export function cameraInviteState(invite: Attributes, nowMs: number): string {
  const { uses, max_uses: maxUses, expires_at: expiresAt } = invite;
  if (invite.revoked_at !== null) return 'Revoked';
  const joined = `${uses} of ${maxUses} ${maxUses === 1 ? 'phone' : 'phones'} joined`;
  if (uses >= maxUses) return joined;
  const isOver = Date.parse(expiresAt) <= nowMs;
  return `${joined} · ${isOver ? 'expired' : 'open until'} ${formatTime(new Date(expiresAt))}`;
}
