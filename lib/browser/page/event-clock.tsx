import { createContext, type ReactNode, use } from 'react';
import { isTimeZone, utc, utcOffsetUs } from '@/lib/core/time-zone';

/** Writes times as the clocks show them where an event is, in the reader's language. Moments are ms since 1970 or a Date. */
export interface EventClock {
  /** The IANA zone of these clocks. */
  timeZone: string;
  /** A time of day, in 12 or 24 hours as the language has it. */
  toSecond(at: Date | number): string;
  toMinute(at: Date | number): string;
  /** A day and the time to the minute, for lists. */
  dayToMinute(at: Date | number): string;
  /** Where these clocks are, such as Los Angeles; null where the reader's show the same. */
  placeAt(at: Date | number): string | null;
}

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const clocks = new Map<string, EventClock>();

/**
 * The clock of an event. An event of UTC is one that nobody gave a zone: its people go by their own clocks.
 * @param timeZone the event's; undefined while it is not known
 * @param readersZone the zone of the reader's own clock
 */
export function eventClock(timeZone: string | undefined, readersZone = ownZone()): EventClock {
  const hasOwn = timeZone !== undefined && timeZone !== utc && isTimeZone(timeZone);
  const zone = hasOwn ? timeZone : readersZone;
  const key = `${zone} ${readersZone}`;
  const known = clocks.get(key) ?? makeClock(zone, readersZone);
  clocks.set(key, known);
  return known;
}

function makeClock(timeZone: string, readersZone: string): EventClock {
  const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone });
  const minutes = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone });
  const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    timeZone,
    toSecond: (at) => seconds.format(at),
    toMinute: (at) => minutes.format(at),
    dayToMinute: (at) => days.format(at),
    placeAt: (at) => {
      const wallUs = Number(at) * 1_000;
      return utcOffsetUs(timeZone, wallUs) === utcOffsetUs(readersZone, wallUs) ? null : placeOf(timeZone);
    },
  };
}

const placeOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** How far a clock is ahead of UTC at a moment, in milliseconds. */
export const clockAheadMs = ({ timeZone }: EventClock, atMs: number): number =>
  utcOffsetUs(timeZone, atMs * 1_000) / 1_000;

const EventClockContext = createContext<EventClock | null>(null);

interface EventClockProviderProps {
  timeZone: string | undefined;
  children: ReactNode;
}

/** Gives the parts of an event's page its clock. @param props.timeZone the event's; undefined while it is not known */
export const EventClockProvider = ({ timeZone, children }: EventClockProviderProps) => (
  <EventClockContext value={eventClock(timeZone)}>{children}</EventClockContext>
);

/** The clock of the event around a component; the reader's own outside of one. */
export const useEventClock = (): EventClock => use(EventClockContext) ?? eventClock(undefined);
