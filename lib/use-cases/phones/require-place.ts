import { AppError } from '@/lib/core/errors';
import type { CameraInvite } from '@/prisma/generated/client';

/** Refuses one more phone. @throws AppError `gone` for an expired invite, `limit_reached` when all its phones have joined */
export function requirePlace({ expiresAt, uses, maxUses }: CameraInvite): void {
  const sentence = 'Ask the person who sent it for a new one.';
  if (expiresAt.getTime() <= Date.now()) throw new AppError('gone', `This invite has expired. ${sentence}`);
  if (uses >= maxUses) throw new AppError('limit_reached', `This invite is used up. ${sentence}`);
}
