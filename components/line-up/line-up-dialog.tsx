'use client';

import { type ComponentProps, type ReactElement, useEffect, useRef } from 'react';
import { Failure } from '@/components/controls/failure';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { useLineUp } from '@/lib/browser/data/use-line-up';
import { lineUpSeconds } from '@/lib/contracts/line-up-checks';
import { LineUpTable, TroubleList } from './line-up-result';

interface LineUpDialogProps {
  eventId: string;
  trigger: ReactElement<ComponentProps<'button'>>;
}

/** Checks all cameras of an event when it opens, and shows what was found. */
export function LineUpDialog({ eventId, trigger }: LineUpDialogProps) {
  const { begin, result, error } = useLineUp(eventId);
  const hasBegun = useRef(false);
  useEffect(() => {
    // React runs effects twice in development.
    if (!hasBegun.current) begin();
    hasBegun.current = true;
  }, [begin]);
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => isOpen && begin()}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-4xl">
        <DialogHeading title="Line-up">
          All cameras that are on, as measured for {lineUpSeconds} seconds. The show’s report keeps the result.
        </DialogHeading>
        <Failure error={error} text="Failed to line up" />
        {result ? (
          <>
            <p role="status" className={`font-medium text-md ${result.is_well ? 'text-live' : 'text-failed'}`}>
              <span aria-hidden>{result.is_well ? '● ' : '■ '}</span>
              {result.sentence}
            </p>
            <TroubleList lineUp={result} />
            <LineUpTable lineUp={result} />
            <Button className="justify-self-start" onClick={() => begin()}>
              Line up again
            </Button>
          </>
        ) : error ? null : (
          <p role="status" className="text-muted">
            Measuring for {lineUpSeconds} seconds…
          </p>
        )}
      </DialogContent>
    </Dialog>
  );
}
