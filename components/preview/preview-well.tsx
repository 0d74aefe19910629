'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useRoomVideo } from '@/lib/browser/room/use-event-room';
import type { StreamJson } from '@/lib/contracts/streams';
import { previewPlaceholder } from './preview-words';
import { usePreviewVideo } from './use-preview-video';

const pauseAfterMs = 3_000;

interface PreviewWellProps {
  /** The stream to show; undefined while the event has none. */
  stream: StreamJson | undefined;
  /** Limits the video to the low layer, however large the well is. */
  lowLayerOnly?: boolean;
  className?: string;
  /** Replaces the usual text while there is no video. */
  placeholder?: ReactNode;
  /** Lies on top of the video. */
  children?: ReactNode;
}

/** The 16:10 frame of a camera's video, which is subscribed while the well is in view and for 3 s after. */
export function PreviewWell({ stream, lowLayerOnly = false, className, placeholder, children }: PreviewWellProps) {
  const ref = useRef<HTMLDivElement>(null);
  const inView = useInView(ref, pauseAfterMs);
  const { status, name, participant_identity: identity } = stream?.attributes ?? {};
  const video = useRoomVideo(identity ?? null, inView && status === 'active', lowLayerOnly);
  const PreviewVideo = usePreviewVideo(video !== null);
  return (
    <div ref={ref} className={cn('relative aspect-[16/10] overflow-hidden bg-well', className)}>
      <div className="absolute inset-0 grid place-items-center p-4 text-center text-muted">
        {placeholder ?? <p>{previewPlaceholder(status)}</p>}
      </div>
      {video && PreviewVideo ? (
        <PreviewVideo key={video.publication.trackSid} video={video} label={`Picture of ${name}`} />
      ) : null}
      {children}
    </div>
  );
}
