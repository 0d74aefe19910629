'use client';

import { SelectField } from '@/components/controls/field';
import { useCrew } from '@/lib/browser/data/use-crew';
import { type SourceKind, sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { useSourceChange } from './source-change';

/** Changes what sends a camera. A phone that joined by an invite chooses that itself. */
export function SourceControl({ stream }: { stream: MemberStreamJson }) {
  const { kind, isPending, change, question } = useSourceChange(stream);
  const crew = useCrew(stream.attributes.event_id);
  if (crew.data?.some(({ attributes }) => attributes.stream_id === stream.id)) return null;
  return (
    <>
      <SelectField
        label="Source"
        disabled={isPending}
        value={kind}
        onChange={({ currentTarget }) => change(currentTarget.value as SourceKind)}
      >
        {sourceKindNames.map((offered) => (
          <option key={offered} value={offered}>
            {`${sourceKinds[offered].label}: ${sourceKinds[offered].senders}`}
          </option>
        ))}
      </SelectField>
      {question}
    </>
  );
}
