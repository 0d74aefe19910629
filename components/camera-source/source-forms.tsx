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
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { NewCamera } from '@/lib/browser/data/use-streams';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';

/** A new camera's settings of its source. */
export type NewSource = Pick<NewCamera, 'pullAddress' | 'file'>;

interface NewSourceProps {
  eventId: string;
  value: NewSource;
  onChange: (value: NewSource) => void;
}

interface SourceProps {
  stream: MemberStreamJson;
}

interface SourceForm {
  Icon: LucideIcon;
  /** Asks for a new camera's settings; null: there are none. */
  NewFields: ComponentType<NewSourceProps> | null;
  /** Whether the next new camera has the same. */
  keepsNewFields: boolean;
  /** Tells what a camera that is on waits for. */
  waitsFor: string;
  /** The address at which it comes; null: none. `hiddenLabel` is for those who cannot see that there is no label. */
  Address: ComponentType<SourceProps & { hiddenLabel?: string }> | null;
  /** How to set up the sender. */
  SetUp: ComponentType<SourceProps>;
  /** The sender's own settings, which stand with the keys; null: none. */
  Settings: ComponentType<SourceProps> | null;
  /** The title of settings and keys. */
  settingsTitle: string;
}

/** An event's page shows the names of all sources, and few people open the form of one. */
const address = (name: 'SrtAddress' | 'RtmpAddress' | 'WhipAddress') =>
  dynamic(() => import('./source-address').then((loaded) => loaded[name]), { ssr: false });
const setUp = (name: keyof typeof import('./source-set-up')) =>
  dynamic(() => import('./source-set-up').then((loaded) => loaded[name]), { ssr: false });
const LatencyControl = dynamic(() => import('./latency-control').then((loaded) => loaded.LatencyControl), {
  ssr: false,
});
const ProgramFormControl = dynamic(() => import('./program-form-control').then((loaded) => loaded.ProgramFormControl), {
  ssr: false,
});
const PullAddress = dynamic(() => import('./pull-address').then((loaded) => loaded.PullAddress), { ssr: false });
const PullAddressField = dynamic(() => import('./pull-address').then((loaded) => loaded.PullAddressField), {
  ssr: false,
});
const RecordingFields = dynamic(() => import('./recording-source').then((loaded) => loaded.RecordingFields), {
  ssr: false,
});

const plain = {
  NewFields: null,
  keepsNewFields: false,
  Settings: null,
  settingsTitle: 'Source, encryption and keys',
} as const;

/** The parts of screens that differ by a camera's kind of source. */
export const sourceForms = {
  srt: {
    ...plain,
    Icon: Video,
    waitsFor: 'Send SRT from your encoder to this address.',
    Address: address('SrtAddress'),
    SetUp: setUp('SrtSetUp'),
    Settings: LatencyControl,
    settingsTitle: 'Source, latency, encryption and keys',
  },
  rtmp: {
    ...plain,
    Icon: Plane,
    waitsFor: 'Send RTMP from your encoder to this address.',
    Address: address('RtmpAddress'),
    SetUp: setUp('RtmpSetUp'),
  },
  phone: {
    ...plain,
    Icon: Globe,
    waitsFor: 'Open the camera link on the phone, or send WHIP to this address.',
    Address: address('WhipAddress'),
    SetUp: setUp('WhipSetUp'),
  },
  pull: {
    ...plain,
    Icon: ArrowDownToLine,
    NewFields: ({ value, onChange }) => (
      <PullAddressField
        value={value.pullAddress ?? ''}
        onChange={(text) => onChange({ pullAddress: text || undefined })}
      />
    ),
    waitsFor: 'The server connects to this address.',
    Address: PullAddress,
    SetUp: setUp('PullSetUp'),
  },
  file: {
    ...plain,
    Icon: Clapperboard,
    NewFields: ({ eventId, value, onChange }) => (
      <RecordingFields eventId={eventId} value={value.file ?? null} onChange={(file) => onChange({ file })} />
    ),
    keepsNewFields: true,
    waitsFor: 'The recording is about to start.',
    Address: null,
    SetUp: setUp('RecordingSetUp'),
  },
  program: {
    ...plain,
    Icon: RadioTower,
    waitsFor: 'The program is about to start. It shows the camera on air.',
    Address: null,
    SetUp: setUp('ProgramSetUp'),
    Settings: ProgramFormControl,
    settingsTitle: 'Source, form, encryption and keys',
  },
  replay: {
    ...plain,
    Icon: RotateCcw,
    waitsFor: 'The replay is about to start. Cue a clip then.',
    Address: null,
    SetUp: setUp('ReplaySetUp'),
  },
  test: {
    ...plain,
    Icon: MonitorPlay,
    waitsFor: 'The test picture is about to start.',
    Address: null,
    SetUp: setUp('TestSetUp'),
  },
} satisfies Record<SourceKind, SourceForm> as Record<SourceKind, SourceForm>;
