import { formatCount } from '@/lib/browser/page/format-count';
import { previewPlaceholder } from './preview-words';
import { usePicture } from './use-picture';

/** Dims a picture that stands still and says for how long. Screen readers get the camera's state, which does not count. */
export function NoPicture({ streamId }: { streamId: string }) {
  const picture = usePicture(streamId);
  if (picture.kind !== 'missing') return null;
  return (
    <div
      aria-hidden
      data-testid="no-picture"
      className="@container pointer-events-none absolute inset-0 grid place-content-center bg-black/65 text-center text-white"
    >
      <p className="font-semibold text-[clamp(1.125rem,9cqi,7rem)] leading-tight">
        No picture {formatCount(picture.seconds)}
      </p>
      <p className="text-[clamp(0.75rem,3.5cqi,1.75rem)] text-white/75">{previewPlaceholder('active')}</p>
    </div>
  );
}
