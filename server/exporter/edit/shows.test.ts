import { expect, test } from 'vitest';
import { framesPerSecond, usualRateOf } from '@/lib/core/frame-rate';
import { frameOfDay, timeCodeOf } from '@/lib/core/time-code';
import { localUsOf } from '@/lib/core/time-zone';
import { madeShow, shows } from '@/tests/support/recordings/made-shows';
import { parseOtio } from '@/tests/support/recordings/otio';
import { mediaLength } from './edit';
import { editDecisionLists } from './edit-decision-list';
import { finalCutProject } from './final-cut-project';
import { otioTimeline } from './otio-timeline';

test.each(shows)('%s: every format keeps to the tally', (_, show, sequence, first) => {
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
