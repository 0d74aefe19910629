import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { CameraReport } from '@/lib/contracts/phones';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { countUnknown } from './camera-limits';
import { revokedSentence } from './open-camera-invite';
import { type CameraState, readCameraState } from './read-camera-state';

/**
 * Notes what a phone reports, and reads what it has to know.
 * @throws AppError `gone` for a camera that was deleted or whose invite was revoked, `too_many_requests`
 */
export async function reportCamera(report: CameraReport, { address }: Client): Promise<CameraState> {
  const { device_secret: deviceSecret, acknowledged_message_id: messageId } = report;
  const deviceSecretHash = hashLinkSecret(deviceSecret);
  await db().phone.updateMany({
    where: { deviceSecretHash },
    data: {
      reportedAt: new Date(),
      batteryPercent: report.battery_percent,
      isCharging: report.is_charging,
      network: report.network,
      bitrateKbps: report.bitrate_kbps,
    },
  });
  if (messageId) {
    await db().phone.updateMany({
      where: { deviceSecretHash, messageId, acknowledgedAt: null },
      data: { acknowledgedAt: new Date() },
    });
  }
  const state = await readCameraState(deviceSecret);
  if (!state) {
    await countUnknown(address);
    throw new AppError('gone', 'The director has removed this camera.');
  }
  if (state.isRevoked) throw new AppError('gone', revokedSentence);
  return state;
}
