import { type LucideIcon, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useElapsedSeconds } from '@/lib/browser/page/clock';
import { formatCount } from '@/lib/browser/page/format-count';
import type { StreamJson } from '@/lib/contracts/streams';
import { usePicture } from './pictures';
import { previewPlaceholder } from './preview-words';

interface NoPictureProps {
  streamId: string;
  status: StreamJson['attributes']['status'] | undefined;
  /** When the server lost the camera, if it has: a page that slept has not counted since then. */
  lostSince: string | null;
  /** Why the viewer has none, where that is known. */
  problem: string | null;
}

/** Says of a picture that stands still for how long it does. */
export function NoPicture({ streamId, status, lostSince, problem }: NoPictureProps) {
  const picture = usePicture(streamId);
  const lostSeconds = useElapsedSeconds(picture.kind === 'missing' ? lostSince : null);
  if (picture.kind !== 'missing') return null;
  return (
    <PictureTrouble
      data-testid="no-picture"
      icon={VideoOff}
      words={`No picture ${formatCount(Math.max(picture.seconds, lostSeconds))}`}
    >
      <p aria-hidden className="text-[length:clamp(0.75rem,3.5cqi,1.75rem)] text-white/75">
        {status === 'provisioning' ? 'Restarting…' : previewPlaceholder(status)}
      </p>
      {problem ? <p className="text-balance text-sm">{problem}</p> : null}
    </PictureTrouble>
  );
}

interface PictureTroubleProps {
  /** A shape that is told apart across a room. */
  icon: LucideIcon;
  words: string;
  'data-testid'?: string;
  children?: ReactNode;
}

/**
 * Dims a picture that cannot be used, and says why in words and a shape that grow with it. Screen readers get the camera's
 * state instead, which does not count seconds.
 */
export const PictureTrouble = ({ icon: Icon, words, children, ...props }: PictureTroubleProps) => (
  <div
    {...props}
    className="@container pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-[1.5cqi] bg-black/70 p-[3cqi] text-center text-white"
  >
    {/* The whole picture is marked, also where it is a few pixels wide. */}
    <div
      aria-hidden
      className="absolute inset-0 border-[length:clamp(3px,2cqi,2rem)] border-failed border-dashed forced-color-adjust-none"
    />
    <Icon
      aria-hidden
      strokeWidth={1.75}
      className="size-[clamp(1.25rem,14cqi,12rem)] text-failed @max-[10rem]:hidden"
    />
    <p aria-hidden className="font-semibold text-[length:clamp(0.75rem,10cqi,8rem)] leading-tight">
      {words}
    </p>
    {children}
  </div>
);
