'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { useStill } from '@/lib/browser/data/use-still';
import { formatTime } from '@/lib/browser/page/format-time';
import { usePageVisible } from '@/lib/browser/page/page-life';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useRoomConnection, useRoomVideo } from '@/lib/browser/room/use-event-room';
import { useViewerProblem } from '@/lib/browser/viewer/use-viewer-problem';
import type { StreamJson } from '@/lib/contracts/streams';
import { NoPicture } from './no-picture';
import { usePicture, useShownPreview } from './pictures';
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
  const isInView = useInView(ref, 0);
  const isPageVisible = usePageVisible();
  const { status, name, participant_identity: identity } = stream?.attributes ?? {};
  const streamId = stream?.id ?? '';
  const video = useRoomVideo(identity ?? null, ref, inView && status === 'active', lowLayerOnly);
  const PreviewVideo = usePreviewVideo(video !== null);
  const { unavailable } = useRoomConnection();
  // A camera that restarts has no picture meanwhile, and its viewers see that.
  const isOn = status === 'active' || status === 'provisioning';
  const shouldShow = isInView && isPageVisible && isOn && !unavailable;
  useShownPreview(streamId, shouldShow);
  const { kind } = usePicture(streamId);
  const problem = useViewerProblem(shouldShow && status === 'active' && kind !== 'seen');
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
      <NoPicture
        streamId={streamId}
        status={status}
        lostSince={stream ? lostSinceOf(stream) : null}
        problem={problem}
      />
      {children}
    </div>
  );
}

const lostSinceOf = ({ attributes: { findings } }: StreamJson): string | null =>
  findings?.find(({ code }) => code === 'camera_lost')?.since ?? null;

interface LastPictureProps {
  stream: StreamJson;
  /** Whether it is needed: the well is in view, and has no video. */
  isWanted: boolean;
}

/** The last picture that is kept of a camera, dimmed, with its time. It stands in for the video while there is none. */
function LastPicture({ stream, isWanted }: LastPictureProps) {
  const { data: picture } = useStill(stream, isWanted);
  const { name, still_at: takenAt } = stream.attributes;
  if (!isWanted || !picture || !takenAt) return null;
  const time = formatTime(new Date(takenAt));
  return (
    <div className="@container pointer-events-none absolute inset-0">
      <canvas
        key={takenAt}
        role="img"
        aria-label={`Last picture of ${name}, ${time}`}
        width={picture.width}
        height={picture.height}
        ref={(canvas) => canvas?.getContext('2d')?.drawImage(picture, 0, 0)}
        className="absolute inset-0 size-full object-contain opacity-40"
      />
      <p
        aria-hidden
        className="@max-[14rem]:hidden absolute right-2 bottom-2 rounded-sm bg-black/65 px-1.5 py-0.5 text-white text-xs"
      >
        Last picture, <time dateTime={takenAt}>{time}</time>
      </p>
    </div>
  );
}
