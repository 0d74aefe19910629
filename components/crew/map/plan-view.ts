import type { Place } from './map-view';

/** The part of a floor plan that a map shows: its corner at the top left, and its width, as parts of the plan. */
export interface PlanView extends Place {
  width: number;
}

/** The whole plan. */
export const wholePlan: PlanView = { x: 0, y: 0, width: 1 };

/** Nearer, one sees the plan's pixels. */
const minWidth = 1 / 8;

const limited = (value: number, max: number): number => Math.max(0, Math.min(max, value));

/** The view inside the plan that is nearest to one. */
const inside = ({ x, y, width }: PlanView): PlanView => ({ x: limited(x, 1 - width), y: limited(y, 1 - width), width });

/** Where a place of the plan is on the map. */
export const shownOn = (view: PlanView, { x, y }: Place): Place => ({
  x: (x - view.x) / view.width,
  y: (y - view.y) / view.width,
});

/** The place of the plan at a place of the map; the reverse of {@link shownOn}. */
export const planPlaceAt = (view: PlanView, { x, y }: Place): Place => ({
  x: limited(view.x + x * view.width, 1),
  y: limited(view.y + y * view.width, 1),
});

/** The view moved by parts of its size. */
export const movedPlan = (view: PlanView, x: number, y: number): PlanView =>
  inside({ x: view.x + x * view.width, y: view.y + y * view.width, width: view.width });

/** The view around the same middle, so many times as wide. */
export function zoomedPlan(view: PlanView, factor: number): PlanView {
  const width = Math.max(minWidth, Math.min(1, view.width * factor));
  const aside = (view.width - width) / 2;
  return inside({ x: view.x + aside, y: view.y + aside, width });
}
