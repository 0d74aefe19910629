import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { ReportJson } from '@/lib/contracts/reports';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { serializeKept } from './get-report';

const sentence = 'Report links were opened too often.';
const opensByNetwork = new NetworkLimit({ name: 'report_network', uses: 600, windowSeconds: 10 * 60 });
/** Secrets that no report has: people mistype no 43 letters. */
const unknownByNetwork = new NetworkLimit({ name: 'report_unknown', uses: 30, windowSeconds: 10 * 60 });

/**
 * A final report, by the secret of its link. Does not distinguish an unknown secret from a revoked one.
 * @throws AppError `not_found`, `too_many_requests`
 */
export const openReport = definePublic(
  'the secret of a link says which',
  async (secret: string, { address }: Client): Promise<ReportJson> => {
    refuseUsedUp(await unknownByNetwork.check(address), sentence);
    refuseUsedUp(await opensByNetwork.use(address), sentence);
    const report = await db().showReport.findUnique({ where: { linkHash: hashLinkSecret(secret) } });
    if (report) return serializeKept(report);
    await unknownByNetwork.use(address);
    throw new AppError('not_found', 'This link is invalid or has expired. Ask the person who sent it for a new one.');
  },
);
