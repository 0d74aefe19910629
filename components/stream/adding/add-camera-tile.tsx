import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface AddCameraTileProps {
  isBusy: boolean;
  /** Asks for the next camera's name. */
  onAdd: () => void;
  /** Adds as many as {@link severalCameras}. */
  onAddSeveral: () => void;
}

/** As many as a small show has. */
export const severalCameras = 8;

/** A dashed tile in the place of the next camera. Pressed, it leads to the field with that camera's name. */
export function AddCameraTile({ isBusy, onAdd, onAddSeveral }: AddCameraTileProps) {
  return (
    <div className="relative grid aspect-[16/10] w-full place-content-center justify-items-center gap-3 self-start rounded-lg border border-line-strong border-dashed text-muted transition-colors hover:border-field">
      {/* The first button covers the tile; the second one lies on top of it. */}
      <button
        type="button"
        disabled={isBusy}
        onClick={onAdd}
        className="flex items-center gap-2 rounded-md px-2 py-1 font-medium after:absolute after:inset-0 hover:text-ink disabled:opacity-50"
      >
        <Plus aria-hidden className="size-4" />
        Add camera
      </button>
      <Button variant="ghost" disabled={isBusy} className="relative text-sm" onClick={onAddSeveral}>
        Add {severalCameras} cameras
      </Button>
    </div>
  );
}
