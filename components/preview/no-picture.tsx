import { formatCount } from '@/lib/browser/page/format-count';
import { previewPlaceholder } from './preview-words';
import { usePicture } from './use-picture';

interface NoPictureProps {
  streamId: string;
  /** Why the viewer has none, where that is known. */
  problem: string | null;
}

/** Dims a picture that stands still and says for how long. Screen readers get the camera's state, which does not count. */
export function NoPicture({ streamId, problem }: NoPictureProps) {
  const picture = usePicture(streamId);
  if (picture.kind !== 'missing') return null;
  return (
    <div
      data-testid="no-picture"
      className="@container pointer-events-none absolute inset-0 grid place-content-center gap-2 bg-black/65 p-4 text-center text-white"
    >
      <p aria-hidden className="font-semibold text-[clamp(1.125rem,9cqi,7rem)] leading-tight">
        {`No picture ${formatCount(picture.seconds)}`}
      </p>
      <p aria-hidden className="text-[clamp(0.75rem,3.5cqi,1.75rem)] text-white/75">
        {previewPlaceholder('active')}
      </p>
      {problem ? <p className="text-balance text-sm">{problem}</p> : null}
    </div>
  );
}
