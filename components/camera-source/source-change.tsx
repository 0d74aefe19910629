'use client';

import { type ReactNode, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';

interface SourceChange {
  /** The kind that the camera has, or gets just now. */
  kind: SourceKind;
  isPending: boolean;
  /** Changes the kind: at once where the camera is off, else after a question. */
  change(kind: SourceKind): void;
  /** The question, to be rendered. */
  question: ReactNode;
}

/** Changes what sends a camera. */
export function useSourceChange(stream: MemberStreamJson): SourceChange {
  const { name, status, source_kind: sourceKind } = stream.attributes;
  const [asked, setAsked] = useState<SourceKind | null>(null);
  const { setSource } = useStreamMutations();
  const isOnAir = useOnAir([stream]).length > 0;
  const isOff = status === 'idle' || status === 'stopped' || status === 'error';
  const set = (kind: SourceKind) =>
    setSource.mutate(
      { id: stream.id, sourceKind: kind },
      { onError: toastFailure('Error', 'Failed to update stream') },
    );
  return {
    kind: setSource.isPending ? setSource.variables.sourceKind : sourceKind,
    isPending: setSource.isPending,
    change: (kind) => (isOff ? set(kind) : setAsked(kind)),
    question: (
      <Confirm
        open={asked !== null}
        onOpenChange={(isOpen) => setAsked((kind) => (isOpen ? kind : null))}
        question={`Change the source of "${name}" to ${sourceKinds[asked ?? sourceKind].label}?`}
        consequence={`${isOnAir ? 'It is on air now. ' : ''}The picture stops until the new source sends. Name, place and keys stay.`}
        action="Change source"
        onConfirm={() => asked && set(asked)}
      />
    ),
  };
}
