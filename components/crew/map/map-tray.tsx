import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { StreamJson } from '@/lib/contracts/streams';

interface MapTrayProps {
  /** The ground that the cameras are put on. */
  ground: 'map' | 'plan';
  /** Cameras that can be put there. */
  absent: StreamJson[];
  /** Cameras that can be taken off. */
  placed: StreamJson[];
  onPut(id: string): void;
  onTake(id: string): void;
}

/** Puts cameras on a map, and takes them off. */
export function MapTray({ ground, absent, placed, onPut, onTake }: MapTrayProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {/* The keyboard goes on with the camera that was put there. */}
      <CameraMenu cameras={absent} onSelect={onPut} onClose={(event) => event.preventDefault()}>
        <Plus aria-hidden />
        Put on the {ground}
      </CameraMenu>
      <CameraMenu cameras={placed} onSelect={onTake}>
        <Minus aria-hidden />
        Take off the {ground}
      </CameraMenu>
    </div>
  );
}

interface CameraMenuProps {
  cameras: StreamJson[];
  onSelect(id: string): void;
  onClose?: (event: Event) => void;
  children: ReactNode;
}

function CameraMenu({ cameras, onSelect, onClose, children }: CameraMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button disabled={cameras.length === 0}>{children}</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onCloseAutoFocus={onClose}>
        {cameras.map(({ id, attributes }) => (
          <DropdownMenuItem key={id} onSelect={() => onSelect(id)}>
            <span className="min-w-6 text-right font-mono text-muted text-sm tabular-nums">{attributes.number}</span>
            <span dir="auto" className="max-w-64 truncate">
              {attributes.name}
            </span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
