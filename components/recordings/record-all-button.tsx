'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEventRecorder } from '@/lib/browser/data/use-recordings';
import type { RecordAll } from './record-all';

interface RecordAllButtonProps extends RecordAll {
  eventId: string;
  className?: string;
  /** Classes for its question. */
  dialogClassName?: string;
}

/** Records all cameras of an event that are on; once all are recorded, it ends that after one question. */
export function RecordAllButton({
  eventId,
  press,
  recordedCount,
  className,
  dialogClassName = '',
}: RecordAllButtonProps) {
  const recorder = useEventRecorder(eventId);
  const [asking, setAsking] = useState(false);
  const isStop = press === 'stop';
  const record = (on: boolean) =>
    recorder.mutate(on, {
      onError: (error) =>
        toast.error(on ? 'Failed to start recording' : 'Failed to stop recording', {
          description: messageOr(error, 'Try again.'),
        }),
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
        {isStop ? 'Stop recording' : 'Record all'}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={recordedCount === 1 ? 'Stop recording 1 camera?' : `Stop recording ${recordedCount} cameras?`}
        consequence="Their pictures stay live, and what is recorded stays."
        action="Stop recording"
        onConfirm={() => record(false)}
        className={dialogClassName}
      />
    </>
  );
}
