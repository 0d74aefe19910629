import { useEffect, useState } from 'react';
import { minuteMs, secondMs } from '@/lib/core/durations';
import type { Stretch } from '@/lib/core/stretch';

/** The shortest time that fills the timeline: half a second, in which each frame can be seen. */
const shortestViewMs = 500;

/** The part of a show around a moment, so much shorter or longer than before; the moment keeps its place. @param factor above 1 shows less */
export function zoomed(view: Stretch, session: Stretch, factor: number, aroundMs: number): Stretch {
  const wholeMs = session.endMs - session.startMs;
  const lengthMs = Math.min(wholeMs, Math.max(Math.min(shortestViewMs, wholeMs), (view.endMs - view.startMs) / factor));
  const share = (aroundMs - view.startMs) / (view.endMs - view.startMs);
  return within(session, aroundMs - share * lengthMs, lengthMs);
}

/** The same length of time at a place where a moment is in it; the same place, where it is already. */
export function following(view: Stretch, session: Stretch, atMs: number): Stretch {
  if (atMs >= view.startMs && atMs <= view.endMs) return view;
  const lengthMs = view.endMs - view.startMs;
  return within(session, atMs - lengthMs / 10, lengthMs);
}

function within(session: Stretch, startMs: number, lengthMs: number): Stretch {
  const beginMs = Math.max(session.startMs, Math.min(session.endMs - lengthMs, startMs));
  return { startMs: beginMs, endMs: beginMs + lengthMs };
}

const steps = [
  ...[0.1, 0.5, 1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs),
];

/** The moments that a ruler names: whole ones by its clock, and at most so many. @param aheadMs of UTC, the clock */
export function rulerMoments({ startMs, endMs }: Stretch, atMost: number, aheadMs = 0): number[] {
  const stepMs = steps.find((step) => (endMs - startMs) / step <= atMost) ?? (endMs - startMs) / atMost;
  const moments: number[] = [];
  for (let ms = Math.ceil((startMs + aheadMs) / stepMs) * stepMs - aheadMs; ms <= endMs; ms += stepMs) moments.push(ms);
  return moments;
}

/** The part of a show that its timeline shows: the whole of it until somebody zooms, and then always with the clock's moment. */
export function useTimelineView(session: Stretch, positionMs: number) {
  const [view, setView] = useState<Stretch | null>(null);
  useEffect(() => {
    setView((before) => before && following(before, session, positionMs));
  }, [session, positionMs]);
  const shown = view ?? session;
  return {
    view: shown,
    isZoomed: view !== null,
    /** @param factor above 1 shows less of the show */
    zoomBy: (factor: number, aroundMs = positionMs) => {
      const next = zoomed(shown, session, factor, aroundMs);
      setView(next.endMs - next.startMs < session.endMs - session.startMs ? next : null);
    },
    showAll: () => setView(null),
  };
}
