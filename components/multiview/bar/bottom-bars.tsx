'use client';

import dynamic from 'next/dynamic';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useElementSize } from '@/lib/browser/page/use-element-size';
import type { ProgramDeskView } from '@/lib/browser/tally/use-program-desk';
import type { StreamJson } from '@/lib/contracts/streams';
import { PinnedClock } from './clock';

// Few cut here, and the page need not wait for that.
const DeskBar = dynamic(() => import('../desk/desk-bar').then(({ DeskBar }) => DeskBar), { ssr: false });
const StandInBar = dynamic(() => import('../desk/stand-in-bar').then(({ StandInBar }) => StandInBar), { ssr: false });

interface BottomBarsProps extends ComponentProps<typeof PinnedClock> {
  eventId: string;
  streams: readonly StreamJson[];
  /** Null where nobody cuts here. */
  desk: ProgramDeskView | null;
  mayCut: boolean;
  pinsClock: boolean;
}

/** The bars below the tiles: a camera that stands in, the desk, the clock. Toasts stay above them. */
export function BottomBars({ eventId, event, streams, desk, mayCut, pinsClock }: BottomBarsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(ref);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--bottom-bars', `${height}px`);
    return () => void style.removeProperty('--bottom-bars');
  }, [height]);
  return (
    <div ref={ref} className="shrink-0">
      {mayCut ? <StandInBar eventId={eventId} streams={streams} /> : null}
      {desk ? <DeskBar desk={desk} streams={streams} /> : null}
      {pinsClock ? <PinnedClock event={event} /> : null}
    </div>
  );
}
