import { ArrowLeftRight } from 'lucide-react';
import type { ActionDispatch } from 'react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import type { MultiviewAction } from '../multiview-state';
import { controlClass } from '../tile-controls';

const loadPlaceMenu = () => import('./place-menu').then(({ PlaceMenu }) => PlaceMenu);

interface PlaceButtonProps {
  /** The camera that has the place. */
  stream: StreamJson;
  tabIndex: 0 | -1;
  /** Reads the display order when another camera is chosen. */
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** Chooses the camera of a tile in a layout with few places, also one that has none. */
export function PlaceButton({ stream, tabIndex, readOrder, dispatch }: PlaceButtonProps) {
  return (
    <LazyPopup
      kind="menu"
      load={loadPlaceMenu}
      props={{ streamId: stream.id, eventId: stream.attributes.event_id, readOrder, dispatch }}
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          title="Choose another camera"
          aria-label={`Choose another camera for the place of ${stream.attributes.name}`}
          className={cn(controlClass, 'shrink-0')}
        >
          <ArrowLeftRight aria-hidden />
        </button>
      }
    />
  );
}
