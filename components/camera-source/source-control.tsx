'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { SelectField } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { useCrew } from '@/lib/browser/data/use-crew';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { offeredSources, sourceWords } from './source-choice';

/** Changes what sends a camera. A phone that joined by an invite chooses that itself. */
export function SourceControl({ stream }: { stream: MemberStreamJson }) {
  const { name, status, event_id: eventId, source_kind: sourceKind } = stream.attributes;
  const [asked, setAsked] = useState<SourceKind | null>(null);
  const { setSource } = useStreamMutations();
  const crew = useCrew(eventId);
  const isOnAir = useOnAir([stream]).length > 0;
  const isOff = status === 'idle' || status === 'stopped' || status === 'error';
  const change = (kind: SourceKind) =>
    setSource.mutate(
      { id: stream.id, sourceKind: kind },
      { onError: toastFailure('Error', 'Failed to update stream') },
    );
  if (crew.data?.some(({ attributes }) => attributes.stream_id === stream.id)) return null;
  return (
    <>
      <SelectField
        label="Source"
        disabled={setSource.isPending}
        value={setSource.isPending ? setSource.variables.sourceKind : sourceKind}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as SourceKind;
          if (isOff) change(kind);
          else setAsked(kind);
        }}
      >
        {offeredSources.map((kind) => (
          <option key={kind} value={kind}>
            {`${sourceWords[kind].label}: ${sourceWords[kind].senders}`}
          </option>
        ))}
      </SelectField>
      <Confirm
        open={asked !== null}
        onOpenChange={(isOpen) => setAsked((kind) => (isOpen ? kind : null))}
        question={`Change the source of "${name}" to ${sourceWords[asked ?? sourceKind].label}?`}
        consequence={`${isOnAir ? 'It is on air now. ' : ''}The picture stops until the new source sends. Name, place and keys stay.`}
        action="Change source"
        onConfirm={() => asked && change(asked)}
      />
    </>
  );
}
