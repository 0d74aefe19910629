import { clamp } from '@/lib/core/clamp';
import type { Place } from './map-view';

/** The part of a floor plan that a map shows: its corner at the top left, and its width, as parts of the plan. */
export interface PlanView extends Place {
  width: number;
}

/** The whole plan. */
export const wholePlan: PlanView = { x: 0, y: 0, width: 1 };

/** Nearer, one sees the plan's pixels. */
const minWidth = 1 / 8;

/** The view inside the plan that is nearest to one. */
const inside = ({ x, y, width }: PlanView): PlanView => ({
  x: clamp(x, 0, 1 - width),
  y: clamp(y, 0, 1 - width),
  width,
});

/** Where a place of the plan is on the map. */
export const shownOn = (view: PlanView, { x, y }: Place): Place => ({
  x: (x - view.x) / view.width,
  y: (y - view.y) / view.width,
});

/** The place of the plan at a place of the map; the reverse of {@link shownOn}. */
export const planPlaceAt = (view: PlanView, { x, y }: Place): Place => ({
  x: clamp(view.x + x * view.width, 0, 1),
  y: clamp(view.y + y * view.width, 0, 1),
});

/** The view moved by parts of its size. */
export const movedPlan = (view: PlanView, x: number, y: number): PlanView =>
  inside({ x: view.x + x * view.width, y: view.y + y * view.width, width: view.width });

/** The view around the same middle, so many times as wide. */
export function zoomedPlan(view: PlanView, factor: number): PlanView {
  const width = clamp(view.width * factor, minWidth, 1);
  const aside = (view.width - width) / 2;
  return inside({ x: view.x + aside, y: view.y + aside, width });
}
