import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { CameraReport } from '@/lib/contracts/phones';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { letPhoneGo, takePhoneBack } from './absent-phones';
import { countReport } from './camera-limits';
import { type CameraState, requireCameraState } from './read-camera-state';

const noPosition = { latitude: null, longitude: null, accuracyM: null, positionAt: null };

/**
 * Notes what a phone reports, announces it, and reads what it has to know.
 * @throws AppError `gone` for a camera that was deleted, handed over or revoked, `too_many_requests`
 */
export const reportCamera = definePublic(
  'the secret of a device says which camera',
  async (report: CameraReport, { address }: Client): Promise<CameraState> => {
    const { device_secret: deviceSecret, acknowledged_message_id: messageId } = report;
    const deviceSecretHash = hashLinkSecret(deviceSecret);
    await countReport(deviceSecretHash);
    const now = new Date();
    const figures = {
      reportedAt: now,
      batteryPercent: report.battery_percent,
      isCharging: report.is_charging,
      network: report.network,
      bitrateKbps: report.bitrate_kbps,
      isMuted: report.is_muted ?? null,
      stoppedAt: report.has_stopped ? now : null,
    };
    await db().phone.updateMany({
      where: { deviceSecretHash },
      data: report.position === null ? Object.assign(figures, noPosition) : figures,
    });
    if (report.position) {
      const { latitude, longitude, accuracy_m: accuracyM } = report.position;
      await db().phone.updateMany({
        // Positions of an event that has ended are deleted, and not kept anew.
        where: { deviceSecretHash, event: { OR: [{ endsAt: null }, { endsAt: { gt: now } }] } },
        data: { latitude, longitude, accuracyM, positionAt: now },
      });
    }
    if (messageId) {
      await db().phone.updateMany({
        where: { deviceSecretHash, messageId, acknowledgedAt: null },
        data: { acknowledgedAt: now },
      });
    }
    if (report.answer) {
      const { id: answerId, text: answer } = report.answer;
      await db().phone.updateMany({
        where: { deviceSecretHash, OR: [{ answerId: null }, { answerId: { not: answerId } }] },
        data: { answerId, answer, answerAt: now },
      });
    }
    const state = await requireCameraState(deviceSecret, address);
    if (report.has_stopped) await letPhoneGo(state.phone);
    else await takePhoneBack(state.phone);
    const { organizationId, streamId } = state.phone;
    await openBus().publish({ type: 'phone_upsert', organizationId, streamId });
    return state;
  },
);
