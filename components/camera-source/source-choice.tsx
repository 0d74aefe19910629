'use client';

import { SegmentedControl } from '@/components/controls/segmented-control';
import { type SourceKind, sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import { sourceForms } from './source-forms';

interface SourceChoiceProps {
  /** Undefined: the usual one. */
  value: SourceKind | undefined;
  onChange: (kind: SourceKind | undefined) => void;
}

/** Chooses what sends a new camera. A phone comes by its invite. */
export const SourceChoice = ({ value, onChange }: SourceChoiceProps) => (
  <SegmentedControl
    legend="Source"
    name="source-kind"
    options={sourceKindNames.map((kind) => ({
      value: kind,
      text: sourceKinds[kind].label,
      Icon: sourceForms[kind].Icon,
    }))}
    value={value ?? sourceKindNames[0]}
    onChange={(kind) => onChange(kind === sourceKindNames[0] ? undefined : (kind as SourceKind))}
  />
);
