import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventClockProvider } from '@/lib/browser/page/event-clock';
import type { MarkJson } from '@/lib/contracts/marks';
import { MarkLane } from './lane-view';
import { PlaybackClock } from './playback-clock';
import { Ruler } from './ruler';
import { TimeInput } from './time-slider';

/** Half past eleven in the evening of the first of May in Los Angeles. */
const startMs = Date.UTC(2026, 4, 2, 6, 30);
const view = { startMs, endMs: startMs + 3_600_000 };
const midnightMs = startMs + 1_800_000;
const nothing = () => undefined;

test('the timeline of recordings has the time of day at the event', () => {
  const attributes = { at: new Date(midnightMs).toISOString(), name: '' };
  const html = renderToStaticMarkup(
    <EventClockProvider timeZone="America/Los_Angeles">
      <Ruler view={view} isZoomed={false} onZoom={nothing} onShowAll={nothing} />
      <TimeInput clock={new PlaybackClock(midnightMs)} positionMs={midnightMs} {...view} />
      <MarkLane marks={[{ id: 'mark', type: 'mark', attributes } as MarkJson]} session={view} onJump={nothing} />
    </EventClockProvider>,
  ).replaceAll('\u202f', ' ');
  expect(html).toMatch(/Mark at (12:00:00 AM|00?:00:00)/);
  expect(html).toMatch(/aria-valuetext="(12:00:00 AM|00?:00:00)"/);
  expect(html).toMatch(/>(11:30:00 PM|23:30:00)</);
});
