'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { useInView } from '@/lib/browser/page/use-in-view';
import { usePageVisible } from '@/lib/browser/page/use-page-visible';
import { useRoomConnection, useRoomVideo } from '@/lib/browser/room/use-event-room';
import { useViewerProblem } from '@/lib/browser/viewer/use-viewer-problem';
import type { StreamJson } from '@/lib/contracts/streams';
import { LastPicture } from './last-picture';
import { NoPicture } from './no-picture';
import { previewPlaceholder } from './preview-words';
import { usePicture, useShownPreview } from './use-picture';
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
  const isInView = useInView(ref, 0);
  const isPageVisible = usePageVisible();
  const { status, name, participant_identity: identity } = stream?.attributes ?? {};
  const streamId = stream?.id ?? '';
  const video = useRoomVideo(identity ?? null, ref, inView && status === 'active', lowLayerOnly);
  const PreviewVideo = usePreviewVideo(video !== null);
  const { unavailable } = useRoomConnection();
  const shouldShow = isInView && isPageVisible && status === 'active' && !unavailable;
  useShownPreview(streamId, shouldShow);
  const { kind } = usePicture(streamId);
  const problem = useViewerProblem(shouldShow && kind !== 'seen');
  return (
    <div ref={ref} className={cn('group/well relative aspect-[16/10] overflow-hidden bg-well', className)}>
      {stream ? (
        <LastPicture
          stream={stream}
          isWanted={isInView && (video === null || (stream.attributes.signal === 'lost' && kind === 'loading'))}
        />
      ) : null}
      {/* Behind a picture it would still be read aloud. */}
      <div className="group-has-[video:not(.opacity-0)]/well:hidden absolute inset-0 grid place-items-center p-4 text-center text-muted">
        {kind === 'missing' ? null : (
          <div className="grid gap-2 rounded-md group-has-[canvas]/well:bg-well/85 group-has-[canvas]/well:p-3">
            {placeholder ?? <p>{previewPlaceholder(status)}</p>}
            {problem ? <p className="text-balance text-ink text-sm">{problem}</p> : null}
          </div>
        )}
      </div>
      {video && PreviewVideo ? (
        <PreviewVideo key={video.publication.trackSid} streamId={streamId} video={video} label={`Picture of ${name}`} />
      ) : null}
      <NoPicture streamId={streamId} lostSince={stream ? lostSinceOf(stream) : null} problem={problem} />
      {children}
    </div>
  );
}

const lostSinceOf = ({ attributes: { findings } }: StreamJson): string | null =>
  findings?.find(({ code }) => code === 'camera_lost')?.since ?? null;
