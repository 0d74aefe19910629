import { VideoOff } from 'lucide-react';
import { formatCount } from '@/lib/browser/page/format-count';
import { useElapsedSeconds } from '@/lib/browser/page/use-elapsed-seconds';
import { PictureTrouble } from './picture-trouble';
import { previewPlaceholder } from './preview-words';
import { usePicture } from './use-picture';

interface NoPictureProps {
  streamId: string;
  /** When the server lost the camera, if it has: a page that slept has not counted since then. */
  lostSince: string | null;
  /** Why the viewer has none, where that is known. */
  problem: string | null;
}

/** Says of a picture that stands still for how long it does. */
export function NoPicture({ streamId, lostSince, problem }: NoPictureProps) {
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
        {previewPlaceholder('active')}
      </p>
      {problem ? <p className="text-balance text-sm">{problem}</p> : null}
    </PictureTrouble>
  );
}
