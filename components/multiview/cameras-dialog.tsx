'use client';

import { CameraFilter, NoneFound } from '@/components/stream/camera-filter';
import { CameraNumber, StateMark, TallyMark, toneClass } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import { useCameraFilter } from '@/components/stream/use-camera-filter';
import { cn } from '@/components/ui/cn';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';

interface CamerasDialogProps {
  /** The cameras that may have a tile. */
  cameras: StreamJson[];
  /** Shows a camera full size. */
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Finds a camera among many: by number, name and what it is. Enter shows the first one. */
export function CamerasDialog({ cameras, onShow, onClose }: CamerasDialogProps) {
  const filter = useCameraFilter(cameras);
  const show = (id: string) => {
    onClose();
    onShow(id);
  };
  const found = filter.found.toSorted((one, other) => one.attributes.number - other.attributes.number);
  return (
    // Not modal, as the help of the keys.
    <Dialog open onOpenChange={onClose} modal={false}>
      <DialogContent
        className="dark grid max-h-[80dvh] grid-rows-[auto_auto_minmax(0,1fr)] text-ink"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('[role="dialog"] [type="search"]')?.focus();
        }}
        aria-describedby={undefined}
      >
        <DialogTitle>Cameras</DialogTitle>
        <form
          className="flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const [first] = found;
            if (first) show(first.id);
          }}
        >
          <CameraFilter filter={filter} hasKey={false} />
        </form>
        <ul className="-mx-2 min-h-60 overflow-y-auto">
          {found.map((stream) => (
            <li key={stream.id}>
              <CameraRow stream={stream} onShow={show} />
            </li>
          ))}
          {found.length === 0 ? <NoneFound /> : null}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

function CameraRow({ stream, onShow }: { stream: StreamJson; onShow: (id: string) => void }) {
  const { number, name } = stream.attributes;
  const { word, tone } = useShownState(stream, useLatestSample(stream.id, false));
  return (
    <button
      type="button"
      onClick={() => onShow(stream.id)}
      className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-control pointer-coarse:min-h-11"
    >
      <CameraNumber number={number} className="min-w-[2ch] text-right" />
      <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
      <TallyMark tally={useTally(stream.id)} className="text-xs" />
      <span className={cn('flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap', toneClass[tone])}>
        <StateMark tone={tone} />
        {word}
      </span>
    </button>
  );
}
