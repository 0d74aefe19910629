'use client';

import { Volume2, VolumeOff } from 'lucide-react';
import { useRef } from 'react';
import { NoPicture } from '@/components/preview/no-picture';
import { usePicture, useShownPreview } from '@/components/preview/use-picture';
import { usePreviewVideo } from '@/components/preview/use-preview-video';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useInView } from '@/lib/browser/page/use-in-view';
import { usePageVisible } from '@/lib/browser/page/use-page-visible';
import { useRoomConnection, useRoomVideo } from '@/lib/browser/room/use-event-room';
import { useViewerProblem } from '@/lib/browser/viewer/use-viewer-problem';

const pauseAfterMs = 3_000;

interface SharedCameraProps {
  /** The camera's participant identity in the link's room. */
  identity: string;
  name: string;
  /** Whether it has had the time to come into the room. */
  hasArrived: boolean;
  /** Whether the link lets people hear it. */
  canHear: boolean;
  isFull: boolean;
  isAudible: boolean;
  onFull: () => void;
  onAudible: () => void;
}

/** One camera of a share link: its picture, its name and, where that is allowed, its sound. A press shows it full size. */
export function SharedCamera({
  identity,
  name,
  hasArrived,
  canHear,
  isFull,
  isAudible,
  onFull,
  onAudible,
}: SharedCameraProps) {
  const ref = useRef<HTMLElement>(null);
  const isInView = useInView(ref, pauseAfterMs);
  const isPageVisible = usePageVisible();
  const { connection } = useRoomConnection();
  const video = useRoomVideo(identity, ref, isInView, false);
  const PreviewVideo = usePreviewVideo(video !== null);
  const shouldShow = isInView && isPageVisible;
  useShownPreview(identity, shouldShow && connection === 'connected');
  const { kind } = usePicture(identity);
  const problem = useViewerProblem(shouldShow && kind !== 'seen');
  return (
    <article
      ref={ref}
      aria-label={name}
      data-testid="shared-camera"
      className={cn(
        'group/camera overflow-hidden bg-well [container-type:size]',
        isFull ? 'fixed inset-0 z-30' : 'relative aspect-video',
      )}
    >
      {/* Behind a picture it would still be read aloud. */}
      <p className="group-has-[video:not(.opacity-0)]/camera:hidden absolute inset-0 grid place-items-center p-4 text-center text-[length:max(0.875rem,3.5cqh)] text-muted">
        {problem ??
          (connection === 'connected' && hasArrived ? 'No picture from this camera right now.' : 'Connecting…')}
      </p>
      {video && PreviewVideo ? (
        <PreviewVideo key={video.publication.trackSid} streamId={identity} video={video} label={`Picture of ${name}`} />
      ) : null}
      <NoPicture streamId={identity} lostSince={null} problem={problem} />
      <button
        type="button"
        aria-pressed={isFull}
        aria-label={`Show ${name} full size`}
        onClick={onFull}
        className="absolute inset-0 -outline-offset-2"
      />
      <div className="dark pointer-events-none absolute inset-x-2 bottom-2 flex items-end justify-between gap-2">
        <p
          dir="auto"
          className="min-w-0 truncate rounded-md bg-black/75 px-[0.5em] py-0.5 font-medium text-[length:max(0.8125rem,3.5cqh)] text-white leading-normal"
        >
          {name}
        </p>
        {canHear ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Sound of ${name}`}
            aria-pressed={isAudible}
            onClick={onAudible}
            className="pointer-events-auto bg-black/75 text-white hover:bg-black hover:text-white"
          >
            {isAudible ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
          </Button>
        ) : null}
      </div>
    </article>
  );
}
