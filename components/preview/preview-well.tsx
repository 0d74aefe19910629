'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { previewPlaceholder } from '@/lib/client/preview-words';
import { useRoomVideo } from '@/lib/client/use-event-room';
import { useInView } from '@/lib/client/use-in-view';
import type { StreamJson } from '@/lib/streams/schema';
import { PreviewVideo } from './preview-video';

const pauseAfterMs = 3_000;

interface PreviewWellProps {
  /** The stream to show; undefined: the event has none yet. */
  stream: StreamJson | undefined;
  className?: string;
  /** In place of the usual text while there is no picture. */
  placeholder?: ReactNode;
  /** On top of the picture. */
  children?: ReactNode;
}

/** The 16:10 hole that a camera's picture sits in. The camera is subscribed while the well is in view, and 3 s longer. */
export function PreviewWell({ stream, className, placeholder, children }: PreviewWellProps) {
  const ref = useRef<HTMLDivElement>(null);
  const inView = useInView(ref, pauseAfterMs);
  const { status, name, participant_identity: identity } = stream?.attributes ?? {};
  const track = useRoomVideo(identity ?? null, inView && status === 'active');
  return (
    <div ref={ref} className={cn('relative aspect-[16/10] overflow-hidden bg-well', className)}>
      <div className="absolute inset-0 grid place-items-center p-4 text-center text-muted">
        {placeholder ?? <p>{previewPlaceholder(stream?.attributes)}</p>}
      </div>
      {track && identity ? (
        <PreviewVideo track={track} participantIdentity={identity} label={`Picture of ${name}`} />
      ) : null}
      {children}
    </div>
  );
}
