'use client';

import dynamic from 'next/dynamic';
import type { Arrangement } from '@/lib/contracts/arrangement';
import type { PresetJson } from '@/lib/contracts/presets';
import type { StreamJson } from '@/lib/contracts/streams';
import { Replay } from './replay/replay';

// Few open them, and the page need not wait for that.
const CamerasDialog = dynamic(() => import('./cameras-dialog').then(({ CamerasDialog }) => CamerasDialog), {
  ssr: false,
});
const CommentsDialog = dynamic(() => import('./comments-dialog').then(({ CommentsDialog }) => CommentsDialog), {
  ssr: false,
});
const KeysDialog = dynamic(() => import('./keys/keys-dialog').then(({ KeysDialog }) => KeysDialog), { ssr: false });
const PresetsDialog = dynamic(() => import('./presets/presets-dialog').then(({ PresetsDialog }) => PresetsDialog), {
  ssr: false,
});

export type MultiviewDialog = 'help' | 'presets' | 'replay' | 'cameras' | 'comments';

interface MultiviewDialogsProps {
  eventId: string;
  /** The cameras that may have a tile. */
  cameras: StreamJson[];
  opened: MultiviewDialog | null;
  /** The ids of the cameras that may have a tile, in display order. */
  ids: readonly string[];
  /** The multiview's present arrangement. */
  current: Arrangement;
  onRecall: (preset: PresetJson) => void;
  /** Shows a camera full size. */
  onShow: (id: string) => void;
  onClose: () => void;
}

/** The dialog that is open over the multiview, if any. */
export function MultiviewDialogs({ opened, cameras, ids, current, onRecall, onShow, ...props }: MultiviewDialogsProps) {
  if (opened === 'help') return <KeysDialog onClose={props.onClose} />;
  if (opened === 'cameras') return <CamerasDialog cameras={cameras} onShow={onShow} onClose={props.onClose} />;
  if (opened === 'comments') return <CommentsDialog cameras={cameras} {...props} />;
  if (opened === 'replay') return <Replay ids={ids} {...props} />;
  return opened === 'presets' ? <PresetsDialog current={current} onRecall={onRecall} {...props} /> : null;
}
