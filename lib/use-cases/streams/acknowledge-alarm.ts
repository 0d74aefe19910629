import { type AcknowledgeInput, storedAcknowledgementsSchema } from '@/lib/contracts/alarms/alarms';
import { asSaid, problemWords } from '@/lib/contracts/catalogue/catalogue';
import type { CodedText } from '@/lib/contracts/catalogue/coded-text';
import { readFindings, storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import type { Finding } from '@/lib/contracts/streams';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { nameOf } from '@/lib/use-cases/definers/record';
import type { Stream } from '@/prisma/generated/client';
import { lockStream } from './lock-stream';
import { insertIncident } from './state/record-incident';

/**
 * Notes that the actor has seen a finding of a stream, for all members. The first acknowledgement stays.
 * @throws AppError `not_found`; `conflict` if the finding is over
 */
export const acknowledgeAlarm = defineUseCase(
  { action: 'streams.acknowledge', audit: 'streams.acknowledge' },
  async ({ actor, record }, id: string, { code, since }: AcknowledgeInput['alarm']): Promise<Stream> => {
    const { organizationId } = actor;
    const stream = await db().$transaction(async (tx) => {
      const before = await lockStream(tx, organizationId, id);
      const findings = readFindings(before.findings);
      const finding = findings.find((known) => known.code === code && known.since === since);
      if (!finding) throw new AppError('conflict', 'This alarm is over.');
      const acknowledged = storedAcknowledgementsSchema.parse(before.acknowledgements);
      if (acknowledged[code]?.since === since) return before;
      await record(tx, { id, name: before.name, detail: `(${code})` });
      const by = await nameOf(actor, tx);
      const text = { code: 'acknowledged', figures: { by, problem: codedProblem(before.findings, finding) } } as const;
      await insertIncident(tx, id, { code: `${code}_acknowledged`, severity: 'info', text });
      const present = Object.entries(acknowledged).filter(([known]) => findings.some((other) => other.code === known));
      present.push([code, { by, at: new Date().toISOString(), since }]);
      return tx.stream.update({ where: { id }, data: { acknowledgements: Object.fromEntries(present) } });
    });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
    return stream;
  },
);

/** A finding by its code, or as it was stored where this version has no words for it. */
function codedProblem(stored: unknown, { code, sentence }: Finding): CodedText {
  const found = storedProblemsSchema.parse(stored).find((known) => known.code === code);
  return found && problemWords(found) ? { code, figures: found.figures } : asSaid(sentence);
}
