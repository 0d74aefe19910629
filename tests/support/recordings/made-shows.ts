import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { localUsOf } from '@/lib/core/time-zone';
import { type Cut, type Edit, type EditMedia, makeEdit } from '@/server/exporter/edit/edit';

export interface Show {
  /** The cameras' rates, in their order. */
  rates: number[];
  cuts: number;
  hours: number;
  timeZone: string;
  /** The clock on the wall as the show begins, and its date in UTC. */
  startsAt: string;
}

/** Cameras that begin one after the other, each in two files, and cuts at uneven times. */
export function madeShow({ rates, cuts, hours, timeZone, startsAt }: Show): {
  edit: Edit;
  cuts: Cut[];
  startUs: number;
} {
  const startUs = Date.parse(startsAt) * 1_000;
  const lengthUs = hours * 3_600e6;
  const media = rates.flatMap((fps, index): EditMedia[] => {
    const rate = usualRateOf(fps);
    const beginUs = startUs + index * 137_123;
    const firstUs = Math.round(lengthUs * 0.4);
    const file = (fromUs: number, durationUs: number): EditMedia => ({
      cameraId: `camera ${index}`,
      cameraName: `Camera ${index}`,
      name: `Camera ${index} ${fromUs}.mov`,
      startUs: beginUs + fromUs,
      localStartUs: localUsOf(beginUs + fromUs, timeZone),
      durationUs: (Math.floor((durationUs / 1e6) * framesPerSecond(rate)) / framesPerSecond(rate)) * 1e6,
      rate,
      width: 1920,
      height: 1080,
      audioTracks: 1,
      audioChannels: 2,
      audioRate: 48_000,
    });
    return [file(0, firstUs), file(firstUs + 40_000, lengthUs - firstUs - 40_000)];
  });
  const list = Array.from(
    { length: cuts },
    (_, index): Cut => ({
      atUs: startUs + Math.round((lengthUs / cuts) * index + ((index * 7_919) % 97) * 1_000),
      cameraIds: [`camera ${index % rates.length}`],
    }),
  );
  return { edit: makeEdit('Gala', media, list, [], timeZone), cuts: list, startUs };
}

const mixed = [30, 25, 29.97, 24, 50, 59.94];

/** Shows by their names, the rate of their sequence, and the time code that it begins with. */
export const shows: [name: string, show: Show, sequence: number, first: RegExp][] = [
  [
    'three cameras of 30, 25 and 29.97, 200 cuts in an hour',
    { rates: [30, 25, 29.97], cuts: 200, hours: 1, timeZone: 'UTC', startsAt: '2026-11-28T18:30:00Z' },
    30,
    /^18:30:00:00$/,
  ],
  [
    'six rates, 2,300 cuts in 10 hours, across midnight in Los Angeles',
    { rates: mixed, cuts: 2_300, hours: 10, timeZone: 'America/Los_Angeles', startsAt: '2026-11-29T04:00:00Z' },
    30,
    /^20:00:00:00$/,
  ],
  [
    'at 29.97, across midnight in New York',
    { rates: [29.97, 29.97, 25], cuts: 200, hours: 4, timeZone: 'America/New_York', startsAt: '2026-11-29T03:30:00Z' },
    29.97,
    /^22:30:00;0\d$/,
  ],
  [
    'at 25, across midnight in Kathmandu, a quarter of an hour off',
    { rates: [25, 50, 25], cuts: 1_000, hours: 2, timeZone: 'Asia/Kathmandu', startsAt: '2026-11-28T17:15:00Z' },
    25,
    /^23:00:00:00$/,
  ],
  [
    'across midnight in UTC, with cameras of 15 frames a second',
    { rates: [15, 15, 25], cuts: 20, hours: 3, timeZone: 'UTC', startsAt: '2026-11-28T22:00:00Z' },
    30,
    /^22:00:00:00$/,
  ],
  [
    'at 23.976, late in the day',
    { rates: [23.976, 23.976], cuts: 200, hours: 3, timeZone: 'UTC', startsAt: '2026-11-28T17:00:00Z' },
    23.976,
    /^17:00:00:00$/,
  ],
];
