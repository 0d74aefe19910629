import type { EventClock } from '@/lib/browser/page/event-clock';
import type { MarkJson } from '@/lib/contracts/marks';

/** When a mark was set, in milliseconds since 1970. */
export const markMs = ({ attributes }: MarkJson): number => Date.parse(attributes.at);

/** A mark's word, or its time. */
export const markWords = (mark: MarkJson, { toSecond }: EventClock): string =>
  mark.attributes.name || `Mark at ${toSecond(markMs(mark))}`;
