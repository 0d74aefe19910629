import { expect, test } from 'vitest';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { frameOfDay, timeCodeOf } from '@/lib/core/time-code';
import { localUsOf } from '@/lib/core/time-zone';
import { parseOtio } from '@/tests/support/recordings/otio';
import { type Cut, type Edit, type EditMedia, makeEdit, mediaLength } from './edit';
import { editDecisionLists } from './edit-decision-list';
import { finalCutProject } from './final-cut-project';
import { otioTimeline } from './otio-timeline';

interface Show {
  /** The cameras' rates, in their order. */
  rates: number[];
  cuts: number;
  hours: number;
  timeZone: string;
  /** The clock on the wall as the show begins, and its date in UTC. */
  startsAt: string;
}

/** Cameras that begin one after the other, each in two files, and cuts at uneven times. */
function madeShow({ rates, cuts, hours, timeZone, startsAt }: Show): { edit: Edit; cuts: Cut[]; startUs: number } {
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

test.each<[name: string, show: Show, sequence: number, first: RegExp]>([
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
])('%s: every format keeps to the tally', (_, show, sequence, first) => {
  const { edit, cuts, startUs } = madeShow(show);
  const fps = framesPerSecond(edit.rate);
  expect(fps).toBeCloseTo(sequence, 2);
  expect(timeCodeOf(edit.startFrame, edit.rate)).toMatch(first);
  const wanted = new Map(cuts.map(({ atUs }) => [Math.round(((atUs - startUs) / 1e6) * fps), atUs]));
  const usPerFrame = 1e6 / fps;

  // OTIO: a clip begins where the ones before it end.
  const { tracks } = parseOtio(otioTimeline(edit, ''));
  const program = tracks.children.find(({ name, kind }) => name === 'Program' && kind === 'Video');
  let atSeconds = 0;
  let seen = 0;
  for (const clip of program?.children ?? []) {
    const atUs = wanted.get(Math.round(atSeconds * fps));
    if (atUs !== undefined) {
      seen++;
      expect(Math.abs(startUs + atSeconds * 1e6 - atUs)).toBeLessThanOrEqual(usPerFrame / 2 + 1);
    }
    atSeconds += clip.source_range.duration.value / clip.source_range.duration.rate;
  }
  expect(seen).toBe(wanted.size);
  for (const { media, mediaStart, length } of edit.program) {
    if (!media) continue;
    expect(mediaStart + (length / fps) * framesPerSecond(media.rate)).toBeLessThanOrEqual(mediaLength(media) + 0.02);
  }

  // EDL: at most 999 events a list, none of them missing, one frame mode, and times of one day.
  const lists = editDecisionLists(edit, 'Program', edit.program);
  const lines = eventsOf(lists);
  expect(lines).toHaveLength(edit.program.filter(({ media }) => media).length);
  for (const { text } of lists) expect(text.match(/^\d{3} {2}/gm)?.length).toBeLessThanOrEqual(999);
  const separator = Math.abs(fps - 29.97) < 0.01 ? ';' : ':';
  for (const [index, line] of lines.entries()) {
    const times = line.match(/\d\d:\d\d:\d\d[:;]\d\d/g) ?? [];
    expect(times).toHaveLength(4);
    for (const time of times) {
      expect(Number(time.slice(0, 2))).toBeLessThan(24);
      expect(time[8]).toBe(separator);
    }
    const clip = edit.program.filter(({ media }) => media)[index];
    expect(times[2]).toBe(timeCodeOf(edit.startFrame + (clip?.start ?? 0), edit.rate));
  }

  // FCPXML: what differs in rate says so, and every offset is a whole frame of the sequence.
  const xml = finalCutProject(edit);
  const { num, den } = edit.rate;
  for (const [, value, base] of xml.matchAll(/<mc-clip [^>]*offset="(\d+)\/(\d+)s"/g)) {
    expect(Number(base)).toBe(num);
    expect(Number(value) % den).toBe(0);
  }
  const others = edit.angles.flatMap(({ clips }) =>
    clips.filter(({ media }) => media && media.rate.num * den !== num * media.rate.den),
  );
  expect(xml.match(/<conform-rate scaleEnabled="0"/g)?.length ?? 0).toBe(others.length);
  expect(xml).toContain('audioRate="48k"');
});

const eventsOf = (lists: { text: string }[]): string[] =>
  lists.flatMap(({ text }) => text.split('\r\n').filter((line) => /^\d{3} {2}/.test(line)));

test.each([
  ['2026-11-28T23:59:59.999Z', 'UTC', 25, '00:00:00:00'],
  ['2026-11-29T00:00:27.000Z', 'America/New_York', 29.97, '19:00:27;01'],
  ['2026-07-01T18:15:00Z', 'Asia/Kathmandu', 25, '00:00:00:00'],
  ['2026-11-28T17:00:00Z', 'UTC', 23.976, '17:00:00:00'],
  ['2026-11-28T17:00:00.5Z', 'UTC', 24, '17:00:00:12'],
])('the time code of %s in %s at %d', (at, timeZone, fps, expected) => {
  const rate = usualRateOf(fps);
  expect(timeCodeOf(frameOfDay(localUsOf(Date.parse(at) * 1_000, timeZone), rate), rate)).toBe(expected);
});
