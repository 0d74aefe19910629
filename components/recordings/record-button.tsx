'use client';

import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useRecorder } from '@/lib/browser/data/use-recordings';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { durationWords } from './recording-words';

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
        onError: (error) =>
          toast.error(recording ? 'Failed to stop recording' : 'Failed to start recording', {
            description: messageOr(error, 'Try again.'),
          }),
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
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="tabular-nums">
      REC <time dateTime={startedAt}>{durationWords(nowMs - Date.parse(startedAt))}</time>
    </span>
  );
}
