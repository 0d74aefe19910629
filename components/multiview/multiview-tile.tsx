'use client';

import { Maximize } from 'lucide-react';
import { useRef } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { toneClass } from '@/components/stream/state-line';
import { StateMark } from '@/components/stream/state-mark';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { stateWord } from '@/lib/client/stream-words';
import { toggleFullscreen } from '@/lib/client/toggle-fullscreen';
import type { StreamJson } from '@/lib/streams/schema';

/** One camera of the wall: picture, name, state. */
export function MultiviewTile({ stream }: { stream: StreamJson }) {
  const ref = useRef<HTMLElement>(null);
  const { name } = stream.attributes;
  const { word, tone } = stateWord(stream.attributes);
  return (
    <article
      ref={ref}
      aria-label={name}
      data-testid="multiview-tile"
      className="group relative grid place-items-center bg-black"
    >
      <PreviewWell stream={stream} className="w-full in-[:fullscreen]:max-h-dvh">
        <p className="absolute bottom-2 left-2 max-w-[60%] truncate rounded-md bg-black/75 px-2 py-0.5 font-medium text-sm text-white">
          {name}
        </p>
        <p
          role="status"
          className={cn(
            'absolute right-2 bottom-2 flex h-6 items-center gap-1.5 rounded-md bg-black/75 px-2 font-medium text-sm',
            toneClass[tone],
          )}
        >
          <StateMark tone={tone} />
          <span className={cn(tone === 'live' && 'sr-only')}>{word}</span>
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Fullscreen ${name}`}
          onClick={() => ref.current && void toggleFullscreen(ref.current)}
          className="absolute top-2 right-2 bg-black/75 text-white opacity-0 hover:bg-black hover:text-white focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        >
          <Maximize aria-hidden />
        </Button>
      </PreviewWell>
    </article>
  );
}
