import { ZoomIn, ZoomOut } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/ui/button';
import { clockAheadMs, useEventClock } from '@/lib/browser/page/event-clock';
import { secondMs } from '@/lib/core/durations';
import type { Stretch } from '@/lib/core/stretch';
import { rulerMoments } from './timeline-view';

interface RulerProps {
  view: Stretch;
  isZoomed: boolean;
  onZoom: (factor: number) => void;
  onShowAll: () => void;
}

/** One press shows half of it, or twice as much. */
export const zoomFactor = 2;
const maxLabels = 8;

/** The times of a timeline, and the buttons that show less or more of it. */
export function Ruler({ view, isZoomed, onZoom, onShowAll }: RulerProps) {
  const clock = useEventClock();
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <div className="flex items-center">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Show more of the time"
          disabled={!isZoomed}
          onClick={() => onZoom(1 / zoomFactor)}
        >
          <ZoomOut aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Show less of the time" onClick={() => onZoom(zoomFactor)}>
          <ZoomIn aria-hidden />
        </Button>
        {isZoomed ? (
          <Button variant="ghost" onClick={onShowAll} className="px-2 max-sm:hidden">
            All
          </Button>
        ) : null}
      </div>
      <ol aria-hidden className="relative h-5 overflow-hidden text-faint text-xs tabular-nums">
        {rulerMoments(view, maxLabels, clockAheadMs(clock, view.startMs)).map((ms) => (
          <li
            key={ms}
            className="absolute inset-y-0 border-line border-l pl-1 max-sm:even:hidden"
            style={{ left: `${((ms - view.startMs) / (view.endMs - view.startMs)) * 100}%` }}
          >
            {clock.toSecond(ms)}
            {ms % secondMs === 0 ? '' : `.${Math.round((ms % secondMs) / 100)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How much of a turn of the wheel, in pixels, doubles the zoom. */
const wheelPixels = 240;

/**
 * Lets a wheel with Ctrl, or two fingers on a trackpad, zoom a timeline around the pointer.
 * @param ref an element with the ruler in it
 */
export function useWheelZoom(
  ref: RefObject<HTMLElement | null>,
  view: Stretch,
  zoomBy: (factor: number, aroundMs: number) => void,
): void {
  const zoom = useEffectEvent((event: WheelEvent, lane: Element) => {
    const { left, width } = lane.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)));
    zoomBy(2 ** (-event.deltaY / wheelPixels), view.startMs + share * (view.endMs - view.startMs));
  });
  useEffect(() => {
    const timeline = ref.current;
    const lane = timeline?.querySelector('ol');
    if (!timeline || !lane) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      // The browser would zoom the page.
      event.preventDefault();
      zoom(event, lane);
    };
    timeline.addEventListener('wheel', onWheel, { passive: false });
    return () => timeline.removeEventListener('wheel', onWheel);
  }, [ref]);
}
