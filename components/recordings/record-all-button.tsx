'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useEventRecorder } from '@/lib/browser/data/use-recordings';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { StreamJson } from '@/lib/contracts/streams';

interface RecordAllButtonProps extends RecordAll {
  eventId: string;
  className?: string;
  /** Classes for its question. */
  dialogClassName?: string;
  /** Classes for the words that its picture says, too. */
  wordClassName?: string;
}

/** Records all cameras of an event that are on; once all are recorded, it ends that after one question. */
export function RecordAllButton({
  eventId,
  press,
  recordedCount,
  className,
  dialogClassName = '',
  wordClassName,
}: RecordAllButtonProps) {
  const recorder = useEventRecorder(eventId);
  const [asking, setAsking] = useState(false);
  const isStop = press === 'stop';
  const record = (on: boolean) =>
    recorder.mutate(on, {
      onError: toastFailure(on ? 'Failed to start recording' : 'Failed to stop recording'),
    });
  return (
    <>
      <Button
        disabled={press === null || recorder.isPending}
        onClick={() => (isStop ? setAsking(true) : record(true))}
        className={cn(isStop && 'text-failed hover:text-failed', className)}
      >
        <span
          aria-hidden
          className={cn('size-2.5 border-2 border-current', isStop ? 'bg-current' : 'rounded-full text-failed')}
        />
        <span>
          {isStop ? 'Stop' : 'Record'}
          <span className={wordClassName}>{isStop ? ' recording' : ' all'}</span>
        </span>
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Stop recording ${countWords(recordedCount, 'camera')}?`}
        consequence="Their pictures stay live, and what is recorded stays."
        action="Stop recording"
        onConfirm={() => record(false)}
        className={dialogClassName}
      />
    </>
  );
}

/** One press on Record all, and what it does now. */
interface RecordAll {
  /** `start` while a camera that is on is not recorded, `stop` once all are; null where no camera is on. */
  press: 'start' | 'stop' | null;
  /** How many cameras are recorded now. */
  recordedCount: number;
}

/** Decides what one press does. @param streams all cameras of an event */
export function recordAllOf(streams: StreamJson[]): RecordAll {
  const recordedCount = streams.filter(({ attributes }) => attributes.recording != null).length;
  const canStart = streams.some(
    ({ attributes: { status, recording } }) => (status === 'active' || status === 'provisioning') && recording == null,
  );
  return { press: canStart ? 'start' : recordedCount > 0 ? 'stop' : null, recordedCount };
}

const loadRecordingOptions = () => import('./recording-options').then(({ RecordingOptions }) => RecordingOptions);

interface EventRecorderProps {
  eventId: string;
  streams: StreamJson[];
}

/** Records all cameras of an event, and says whether new ones record when on. */
export function EventRecorder({ eventId, streams }: EventRecorderProps) {
  return (
    <div className="flex max-sm:flex-1">
      <RecordAllButton
        eventId={eventId}
        {...recordAllOf(streams)}
        className="rounded-r-none border-r-0 max-sm:flex-1"
      />
      <LazyPopup
        kind="menu"
        props={{ eventId }}
        load={loadRecordingOptions}
        trigger={
          <Button size="icon" aria-label="Recording options" className="rounded-l-none">
            <ChevronDown aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
