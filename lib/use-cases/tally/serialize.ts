import { z } from 'zod';
import {
  type TallyChangeJson,
  type TallyInputJson,
  type TallySourceJson,
  tallyInputSchema,
} from '@/lib/contracts/tally/tally';
import type { TallyReport } from '@/lib/core/tally';
import type { TallyChange, TallySource } from '@/prisma/generated/client';

const inputsSchema = z.array(tallyInputSchema);
const mappingSchema = z.record(z.string(), z.string());

/** A source's last report, as its row holds it. */
export type ReportRow = Pick<TallySource, 'isLive' | 'problem' | 'matchBy' | 'mapping' | 'inputs'>;

/** Reads {@link ReportRow}. @throws ZodError for what this version does not understand */
export const readReport = ({
  isLive,
  problem,
  matchBy,
  mapping,
  inputs,
}: ReportRow): TallyReport & { inputs: TallyInputJson[] } => ({
  isLive: isLive && problem === null,
  matchBy,
  mapping: mappingSchema.parse(mapping),
  inputs: inputsSchema.parse(inputs),
});

/** A source as members see it. */
export function serializeTallySource(source: TallySource): TallySourceJson {
  const { isLive, mapping, inputs } = readReport(source);
  return {
    id: source.id,
    type: 'tally_source',
    attributes: {
      name: source.name,
      event_id: source.eventId,
      match_by: source.matchBy,
      mapping,
      delay_ms: source.delayMs,
      inputs,
      is_live: isLive,
      problem: source.isLive ? source.problem : null,
      reported_at: source.reportedAt?.toISOString() ?? null,
      created_at: source.createdAt.toISOString(),
    },
  };
}

/** A change as the organization's members see it. */
export const serializeTallyChange = ({ id, occurredAt, programIds, previewIds }: TallyChange): TallyChangeJson => ({
  id,
  type: 'tally_change',
  attributes: { occurred_at: occurredAt.toISOString(), program: programIds, preview: previewIds },
});
