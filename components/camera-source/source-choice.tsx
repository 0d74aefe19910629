'use client';

import {
  ArrowDownToLine,
  Clapperboard,
  Globe,
  type LucideIcon,
  MonitorPlay,
  Plane,
  RadioTower,
  RotateCcw,
  Video,
} from 'lucide-react';
import { SegmentedControl } from '@/components/controls/segmented-control';
import type { SourceKind } from '@/lib/contracts/source-kinds';

interface SourceWords {
  label: string;
  /** Names its usual senders for people who do not know the protocol. */
  senders: string;
  Icon: LucideIcon;
}

/** How each kind of source is offered, the usual one first. */
export const sourceWords: Record<SourceKind, SourceWords> = {
  srt: { label: 'SRT', senders: 'encoders and OBS', Icon: Video },
  rtmp: { label: 'RTMP', senders: 'drones and action cameras', Icon: Plane },
  phone: { label: 'WHIP', senders: 'Larix and OBS 30', Icon: Globe },
  pull: { label: 'Pull an address', senders: 'cameras that wait to be called', Icon: ArrowDownToLine },
  file: { label: 'Recording', senders: 'once or in a loop', Icon: Clapperboard },
  program: { label: 'Program', senders: 'the camera on air', Icon: RadioTower },
  replay: { label: 'Replay', senders: 'clips, slowly as well', Icon: RotateCcw },
  test: { label: 'Test picture', senders: 'clock, flash and tone', Icon: MonitorPlay },
};

export const offeredSources = Object.keys(sourceWords) as SourceKind[];

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
    options={offeredSources.map((kind) => ({
      value: kind,
      text: sourceWords[kind].label,
      Icon: sourceWords[kind].Icon,
    }))}
    value={value ?? offeredSources[0]}
    onChange={(kind) => onChange(kind === offeredSources[0] ? undefined : (kind as SourceKind))}
  />
);
