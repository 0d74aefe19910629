import { type ComponentProps, type PointerEvent, useState } from 'react';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { Stretch } from '@/lib/core/stretch';
import type { PlaybackClock } from './playback-clock';
import { type Lane, thumbnailAt } from './recording-lanes';

interface TimeSliderProps {
  clock: PlaybackClock;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
  session: Stretch;
  /** The camera whose thumbnails are shown. */
  lane: Lane | undefined;
}

/** Half of a slider's thumb, in pixels: so far from its ends the thumb's middle stays. */
const thumbInset = 8;

/** The time of a show, to be dragged. A small picture shows the moment under the pointer. */
export function TimeSlider({ clock, positionMs, session: { startMs, endMs }, lane }: TimeSliderProps) {
  const { toSecond } = useEventClock();
  const [pointed, setPointed] = useState<{ atMs: number; x: number } | null>(null);
  const thumbnail = pointed && lane ? thumbnailAt(lane, pointed.atMs) : null;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - thumbInset) / Math.max(1, width - 2 * thumbInset);
    setPointed({ atMs: startMs + Math.max(0, Math.min(1, share)) * (endMs - startMs), x: clientX - left });
  };
  return (
    <div className="relative col-start-2">
      <TimeInput
        clock={clock}
        positionMs={positionMs}
        startMs={startMs}
        endMs={endMs}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={({ pointerType }) => pointerType !== 'mouse' && setPointed(null)}
        onPointerCancel={() => setPointed(null)}
        // Wider than the lanes by its inset, so that its thumb stands above their line.
        className="-mx-2 h-8 w-[calc(100%+1rem)] accent-primary pointer-coarse:h-11"
      />
      {pointed ? (
        <figure
          aria-hidden
          data-testid="scrub-preview"
          className="pointer-events-none absolute bottom-full z-10 w-40 overflow-hidden rounded-md border bg-raised shadow-float"
          style={{ left: `clamp(0px, ${pointed.x - thumbInset}px - 5rem, 100% - 10rem)` }}
        >
          {thumbnail ? (
            // biome-ignore lint/performance/noImgElement: it is small already, behind an address with a token
            <img
              src={thumbnail}
              alt=""
              width={160}
              height={90}
              className="aspect-video w-full bg-black object-contain"
            />
          ) : null}
          <figcaption className="py-0.5 text-center font-mono text-sm tabular-nums">
            {toSecond(pointed.atMs)}
          </figcaption>
        </figure>
      ) : null}
    </div>
  );
}

interface TimeInputProps extends ComponentProps<'input'>, Stretch {
  clock: PlaybackClock;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
}

/** Shows a clock's time between a start and an end, and sets it. */
export const TimeInput = ({ clock, positionMs, startMs, endMs, ...input }: TimeInputProps) => (
  <input
    type="range"
    aria-label="Time"
    aria-valuetext={useEventClock().toSecond(positionMs)}
    min={startMs}
    max={endMs}
    step="any"
    value={positionMs}
    onChange={({ target }) => clock.jumpTo(Number(target.value))}
    {...input}
  />
);
