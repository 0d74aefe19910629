'use client';

import { Mic } from 'lucide-react';
import { useSpeaks } from '@/lib/browser/talkback/speaking-cameras';

/** Says of a camera that its person speaks to the director; nothing otherwise. */
export function TalkMark({ streamId }: { streamId: string }) {
  if (!useSpeaks(streamId)) return null;
  return (
    <span
      data-testid="talk-mark"
      className="flex shrink-0 items-center gap-[0.3em] rounded-[0.2em] bg-white px-[0.4em] py-[0.1em] font-semibold text-black leading-tight forced-color-adjust-none"
    >
      <Mic aria-hidden className="size-[0.9em]" />
      Speaks
    </span>
  );
}
