import { sign } from 'node:crypto';
import { joinSignature, type SignedHead } from '@/lib/contracts/signed-report';
import { db } from '@/lib/platform/db/db';
import { readSigningKey } from '@/lib/platform/db/signing-key';
import { webEnv } from '@/lib/platform/env/web-env';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { reportNotFound, serializeKept } from './get-report';

/**
 * The text of a final report, signed by this installation, which says whose it is.
 * @throws AppError `not_found`
 */
export const getSignedReport = defineUseCase(
  { action: 'reports.view' },
  async ({ actor }, id: string): Promise<string> => {
    const kept = await db().showReport.findFirst({
      where: { id, organizationId: actor.organizationId },
      include: { organization: { select: { id: true, name: true } } },
    });
    if (!kept) throw reportNotFound();
    const { privateKey, publicHex } = await readSigningKey();
    const head: SignedHead = {
      type: 'signed_report',
      installation: installationName(),
      organization: kept.organization,
      public_key: publicHex,
      signed_at: new Date().toISOString(),
      report: serializeKept(kept),
    };
    return joinSignature(head, (text) => sign(null, Buffer.from(text), privateKey).toString('hex'));
  },
);

/** The address under which the installation is known; null where none is set. */
export const installationName = (): string | null => webEnv().PUBLIC_URL ?? null;
