import { type PointerEvent, useState } from 'react';
import { cn } from '@/components/ui/cn';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { Stretch } from '@/lib/core/stretch';
import { LaneName } from '../lane-name';
import type { Lane } from '../recording-lanes';
import { type Cut, cutIndexAt, withMoved } from './cut';

interface ProgramLaneProps {
  cuts: readonly Cut[];
  lanes: Lane[];
  /** The part of the show that the timeline shows. */
  session: Stretch;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
  isLarge: boolean;
  onPress: () => void;
  onJump: (atMs: number) => void;
  /** Moves a cut in time, by its index; null while the cuts cannot be changed. */
  onMove: ((index: number, atMs: number) => void) | null;
}

/** A shot that is thinner is part of the bar alone: an hours long show may have thousands. */
const thinnestPercent = 0.15;

/** The row of the timeline with the show as it was cut: each shot with its camera's name. */
export function ProgramLane({ cuts, lanes, session, positionMs, isLarge, onPress, onJump, onMove }: ProgramLaneProps) {
  const percent = (atMs: number) => ((atMs - session.startMs) / (session.endMs - session.startMs)) * 100;
  const { toSecond } = useEventClock();
  const current = cutIndexAt(cuts, positionMs);
  const [draggedMs, setDraggedMs] = useState<number | null>(null);
  const shown = draggedMs === null ? cuts : withMoved(cuts, current, draggedMs, session);
  const handleMs = onMove ? shown[current]?.atMs : undefined;
  const drag = ({ currentTarget, clientX, buttons }: PointerEvent<HTMLButtonElement>) => {
    if (buttons === 0) return;
    const { left, width } = currentTarget.parentElement?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setDraggedMs(session.startMs + ((clientX - left) / width) * (session.endMs - session.startMs));
  };
  const drop = () => {
    const atMs = shown[current]?.atMs;
    setDraggedMs(null);
    if (draggedMs !== null && atMs !== undefined) onMove?.(current, atMs);
  };
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <LaneName isLarge={isLarge} onPress={onPress}>
        Program
      </LaneName>
      <div className="relative h-6 overflow-hidden rounded-sm bg-well pointer-coarse:h-11">
        <div
          className="absolute inset-y-0 right-0 bg-program/20"
          style={{ left: `${Math.max(0, percent(shown[0]?.atMs ?? session.endMs))}%` }}
        />
        {shown.map(({ atMs, cameraId }, index) => {
          const left = Math.max(0, percent(atMs));
          const width = Math.min(100, percent(shown[index + 1]?.atMs ?? session.endMs)) - left;
          if (width < thinnestPercent) return null;
          const name = lanes.find(({ id }) => id === cameraId)?.name;
          return (
            // For the mouse alone: ↑ and ↓ go from cut to cut, and the picture says whose it is.
            <button
              key={atMs}
              type="button"
              tabIndex={-1}
              aria-hidden
              title={`${toSecond(atMs)} ${name ?? 'Nothing on air'}`}
              onClick={() => onJump(atMs)}
              className={cn(
                'absolute inset-y-0 overflow-hidden border-canvas border-l px-1 text-left text-sm leading-6 pointer-coarse:leading-11',
                name === undefined ? 'bg-well' : index === current ? 'bg-program text-white' : 'hover:bg-program/35',
              )}
              style={{ left: `${left}%`, width: `${width}%` }}
            >
              <span dir="auto" className="truncate">
                {name}
              </span>
            </button>
          );
        })}
        {handleMs === undefined || handleMs < session.startMs ? null : (
          <button
            type="button"
            // For the mouse and fingers alone: the buttons below move the cut by frames.
            tabIndex={-1}
            aria-hidden
            title="Drag to move this cut"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onPointerUp={drop}
            onPointerCancel={() => setDraggedMs(null)}
            className="absolute inset-y-0 w-6 -translate-x-1/2 cursor-ew-resize touch-none"
            style={{ left: `${percent(handleMs)}%` }}
          >
            <span className="mx-auto block h-full w-1 rounded-full bg-info" />
          </button>
        )}
      </div>
    </div>
  );
}
