import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { InvitePhoneButton } from '@/components/phones/invite-phone-button';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';

interface AddCameraTileProps {
  eventId: string;
  isBusy: boolean;
  /** Asks for the next camera's name. */
  onAdd: () => void;
  /** Adds as many as {@link severalCameras}. */
  onAddSeveral: () => void;
  /** The form with the next camera's name. */
  children: ReactNode;
}

/** The number of cameras of a small show. */
export const severalCameras = 8;

/** A dashed card in the place of the next camera. Pressed, it leads to the field with that camera's name. */
export function AddCameraTile({ eventId, isBusy, onAdd, onAddSeveral, children }: AddCameraTileProps) {
  const mayInvite = useMay('phones.invite');
  return (
    <div className="grid content-start rounded-lg border border-line-strong border-dashed transition-colors hover:border-field">
      <div className="relative grid aspect-[16/10] w-full place-content-center justify-items-center gap-2 text-muted">
        {/* The first button covers the place of the picture; the others lie on top of it. */}
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
        {mayInvite ? <InvitePhoneButton eventId={eventId} variant="ghost" className="relative text-sm" /> : null}
      </div>
      <div className="border-t border-line-strong border-dashed p-3">{children}</div>
    </div>
  );
}
