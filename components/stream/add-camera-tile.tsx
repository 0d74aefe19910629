import { Plus } from 'lucide-react';

/** A dashed tile in the place of the next camera. */
export function AddCameraTile({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid aspect-[16/10] w-full place-items-center self-start rounded-lg border border-line-strong border-dashed text-muted transition-colors hover:border-field hover:text-ink"
    >
      <span className="flex items-center gap-2 font-medium">
        <Plus aria-hidden className="size-4" />
        Add camera
      </span>
    </button>
  );
}
