'use client';

import { ArrowLeft, Maximize, Volume2, VolumeOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { NoPicture } from '@/components/preview/no-picture';
import { usePicture, useShownPreview } from '@/components/preview/pictures';
import { usePreviewVideo } from '@/components/preview/use-preview-video';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import { usePageVisible } from '@/lib/browser/page/page-life';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useKeyDown } from '@/lib/browser/page/use-key-down';
import { useAttached } from '@/lib/browser/room/use-attached';
import { useRoomAudio, useRoomConnection, useRoomVideo } from '@/lib/browser/room/use-event-room';
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
  /** How large it is: its own shape in a grid, the whole page, or as large as what it is in. */
  fit: 'own' | 'page' | 'placed';
  isAudible: boolean;
  /** Shows it full size, or ends that; undefined where somebody else decides. */
  onFull?: () => void;
  onAudible: () => void;
}

const fitClass = { own: 'relative aspect-video', page: 'fixed inset-0 z-30', placed: 'absolute inset-0' };

/**
 * One camera of a share link: its picture, its name and, where that is allowed, its audio. A press shows it full size. Back and
 * Escape end that.
 */
export function SharedCamera({
  identity,
  name,
  hasArrived,
  canHear,
  fit,
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
  const isFull = fit === 'page';
  useKeyDown(({ key }) => {
    // Where the browser itself is fullscreen, the first Escape ends that.
    if (isFull && key === 'Escape' && !document.fullscreenElement) onFull?.();
  });
  return (
    <article
      ref={ref}
      aria-label={name}
      data-testid="shared-camera"
      className={cn('group/camera overflow-hidden bg-well [container-type:size]', fitClass[fit])}
    >
      {/* Behind a picture, or words of a lost one, it would still be read aloud. */}
      {kind === 'missing' ? (
        <p className="sr-only">{problem ?? 'No picture from this camera right now.'}</p>
      ) : (
        <p className="group-has-[video:not(.opacity-0)]/camera:hidden absolute inset-0 grid place-items-center p-4 text-center text-[length:max(0.875rem,3.5cqh)] text-muted">
          {problem ??
            (connection === 'connected' && hasArrived ? 'No picture from this camera right now.' : 'Connecting…')}
        </p>
      )}
      {video && PreviewVideo ? (
        <PreviewVideo key={video.publication.trackSid} streamId={identity} video={video} label={`Picture of ${name}`} />
      ) : null}
      <NoPicture status="active" streamId={identity} lostSince={null} problem={problem} />
      {onFull ? (
        <button
          type="button"
          aria-pressed={isFull}
          aria-label={`Show ${name} full size`}
          onClick={onFull}
          className="absolute inset-0 -outline-offset-2"
        />
      ) : null}
      {isFull ? (
        <Button
          onClick={onFull}
          className="dark absolute top-2 left-2 bg-black/75 text-white hover:bg-black hover:text-white"
        >
          <ArrowLeft aria-hidden />
          All cameras
        </Button>
      ) : null}
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

/** Shows the page of a share link fullscreen, and back; nothing where the browser cannot, as on an iPhone. */
export function FullscreenButton({ className }: { className?: string }) {
  if (!document.fullscreenEnabled) return null;
  return (
    <Button
      size="icon"
      aria-label="Fullscreen"
      onClick={() => void toggleFullscreen(document.documentElement)}
      className={className}
    >
      <Maximize aria-hidden />
    </Button>
  );
}

/** Time that cameras may take to join the room of a link that nobody has opened lately. */
const arrivalMs = 5_000;

/** Whether the cameras of a share link have had the time to come into its room. */
export function useHasArrived(): boolean {
  const [hasArrived, setArrived] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArrived(true), arrivalMs);
    return () => clearTimeout(timer);
  }, []);
  return hasArrived;
}

interface SharedAudio {
  /** For the element that plays it. */
  ref: RefObject<HTMLAudioElement | null>;
  /** The camera that is heard; null for none. */
  identity: string | null;
  /** Hears a camera, or ends that. */
  toggle: (identity: string) => void;
}

/** Plays the audio of one camera of a share link at a time. */
export function useSharedAudio(): SharedAudio {
  const [identity, setIdentity] = useState<string | null>(null);
  const ref = useRef<HTMLAudioElement>(null);
  const track = useRoomAudio(identity, identity !== null);
  useAttached(track, ref);
  return {
    ref,
    identity,
    toggle(pressed) {
      // Phones let an element play whose play() was called in a press, also when its audio comes later.
      ref.current?.play().catch(() => undefined);
      setIdentity((current) => (current === pressed ? null : pressed));
    },
  };
}
