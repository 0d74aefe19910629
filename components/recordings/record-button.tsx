'use client';

import { Square, SquareCheck } from 'lucide-react';
import { toastFailure } from '@/components/controls/toast-failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { DropdownMenuItem } from '@/components/ui/dropdown-menu';
import { useMay } from '@/lib/browser/api/use-may';
import { useRecorder } from '@/lib/browser/data/use-recordings';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useElapsedSeconds } from '@/lib/browser/page/clock';
import { diskSpace } from '@/lib/contracts/disk-space';
import type { CurrentRecording } from '@/lib/contracts/recordings';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { secondMs } from '@/lib/core/durations';
import { durationWords, faultWordsOf, uploadWordsOf } from './recording-words';

/** Starts and stops the recording of a camera that is on; while it runs, it shows for how long. */
export function RecordButton({ stream, className }: { stream: MemberStreamJson; className?: string }) {
  const mayRecord = useMay('recordings.record');
  const recorder = useRecorder();
  const { name, status, recording } = stream.attributes;
  const isOn = status === 'active' || status === 'provisioning';
  if (!mayRecord || !(isOn || recording)) return null;
  const press = () =>
    recorder.mutate(
      { streamId: stream.id, on: !recording },
      {
        onError: toastFailure(recording ? 'Failed to stop recording' : 'Failed to start recording'),
      },
    );
  return (
    <Button
      variant="ghost"
      aria-pressed={recording !== null}
      aria-label={recording ? `Stop recording ${name}` : `Record ${name}`}
      disabled={recorder.isPending}
      onClick={press}
      className={cn('px-2 text-sm', recording && 'text-failed hover:text-failed', className)}
    >
      <span aria-hidden className={cn('size-2.5 border-2 border-current', recording ? 'bg-current' : 'rounded-full')} />
      {recording ? <RecordingTime startedAt={recording.started_at} /> : <span>Record</span>}
    </Button>
  );
}

/** REC and for how long. */
export function RecordingTime({ startedAt }: { startedAt: string }) {
  const seconds = useElapsedSeconds(startedAt);
  return (
    <span className="tabular-nums">
      REC <time dateTime={startedAt}>{durationWords(seconds * secondMs)}</time>
    </span>
  );
}

/** Warns of a problem with the running recording, and of little disk space. */
export function RecorderHint({ recording }: { recording: CurrentRecording }) {
  const { fault, free_percent: freePercent, upload } = recording;
  if (fault) return <Alert variant="destructive">{faultWordsOf(fault)}</Alert>;
  if (upload?.fault) return <Alert variant="destructive">{uploadWordsOf(upload)}</Alert>;
  if (freePercent === null || freePercent >= diskSpace.lowPercent) return null;
  return <Alert>{`The recordings’ disk has ${freePercent} % left.`}</Alert>;
}

/** The menu item that has On record, too. */
export function RecordWhenOnItem({ stream }: { stream: MemberStreamJson }) {
  const mayRecord = useMay('recordings.record');
  const { setRecordsWhenOn } = useStreamMutations();
  const { records_when_on: isOn } = stream.attributes;
  if (!mayRecord) return null;
  const Mark = isOn ? SquareCheck : Square;
  return (
    <DropdownMenuItem
      role="menuitemcheckbox"
      aria-checked={isOn}
      onSelect={() =>
        setRecordsWhenOn
          .mutateAsync({ id: stream.id, recordsWhenOn: !isOn })
          .catch(toastFailure('Error', 'Failed to update stream'))
      }
    >
      <Mark aria-hidden className="text-muted" />
      Record when on
    </DropdownMenuItem>
  );
}
