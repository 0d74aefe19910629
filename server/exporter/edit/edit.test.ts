import { expect, test } from 'vitest';
import { broadcastRates } from '@/lib/core/frame-rate';
import { parseOtio } from '@/tests/support/recordings/otio';
import { type EditMedia, makeEdit } from './edit';
import { editDecisionLists } from './edit-decision-list';
import { finalCutProject } from './final-cut-project';
import { otioTimeline } from './otio-timeline';

const startUs = Date.UTC(2026, 10, 27, 18, 30) * 1_000;
const media = (cameraId: string, from: number, seconds: number, fps = 25): EditMedia => ({
  cameraId,
  cameraName: `Camera <${cameraId}>`,
  name: `Camera ${cameraId} ${from}.mov`,
  startUs: startUs + from * 1e6,
  localStartUs: startUs + from * 1e6,
  durationUs: seconds * 1e6,
  rate: { num: fps, den: 1 },
  width: 1280,
  height: 720,
  audioTracks: 1,
  audioChannels: 2,
  audioRate: 48_000,
});
const cut = (second: number, ...cameraIds: string[]) => ({ atUs: startUs + second * 1e6, cameraIds });
const marker = { atUs: startUs + 3e6, text: 'Goal & "more"' };
/** Camera a has a gap from 4 to 6 s; b sends 50 frames a second. */
const edit = makeEdit(
  'Gala',
  [media('a', 0, 4), media('a', 6, 4), media('b', 0, 10, 50)],
  [cut(-5, 'b'), cut(2, 'a'), cut(8, 'unknown'), cut(9, 'b', 'a')],
  [marker],
  'UTC',
);

test('the program is cut as tally had it, with the gaps of a camera', () => {
  expect(
    edit.program.map(({ start, length, media: file, mediaStart }) => [start, length, file?.name, mediaStart]),
  ).toEqual([
    [0, 50, 'Camera b 0.mov', 0],
    [50, 50, 'Camera a 0.mov', 50],
    [100, 50, undefined, 0],
    [150, 50, 'Camera a 6.mov', 0],
    [200, 25, undefined, 0],
    [225, 25, 'Camera b 0.mov', 450],
  ]);
  expect(edit.angles.map(({ clips }) => clips.map(({ length }) => length))).toEqual([[100, 50, 100], [250]]);
});

test('a chosen rate is the sequence’s, and angles are in the order of their media', () => {
  const files = [media('b', 3, 7), media('a', 0, 10)];
  const chosen = makeEdit('Gala', files, [cut(0, 'a')], [], 'UTC', broadcastRates['29.97']);
  expect([chosen.rate, chosen.length]).toEqual([{ num: 30_000, den: 1_001 }, 300]);
  expect(chosen.angles.map(({ cameraId }) => cameraId)).toEqual(['b', 'a']);
});

test('as an EDL: source and record times, a line for each cut, and a locator for each marker', () => {
  const [list] = editDecisionLists(edit, 'Program', edit.program);
  const lines = list?.text.split('\r\n') ?? [];
  expect(lines.slice(0, 9)).toEqual([
    'TITLE: Program',
    'FCM: NON-DROP FRAME',
    '',
    '001  CAM002   AA/V  C        18:30:00:00 18:30:02:00 18:30:00:00 18:30:02:00',
    '* FROM CLIP NAME: Camera b 0.mov',
    '* SOURCE FRAME RATE: 50.000',
    '002  CAM001   AA/V  C        18:30:02:00 18:30:04:00 18:30:02:00 18:30:04:00',
    '* FROM CLIP NAME: Camera a 0.mov',
    '* LOC: 18:30:03:00 RED     Goal & "more"',
  ]);
  expect(lines).toHaveLength(3 + 2 * 4 + 1 + 2 + 1);
});

/** The names of an element's children, in their order. */
function childrenOf(xml: string, name: string): string[] {
  const [, indent = '', inner = ''] =
    new RegExp(`^( *)<${name}(?: [^>]*)?>\\n([\\s\\S]*?)^\\1</${name}>`, 'm').exec(xml) ?? [];
  return [...inner.matchAll(new RegExp(`^${indent}  <([\\w-]+)`, 'gm'))].map(([, child = '']) => child);
}

test('as FCPXML: a multicam clip, and children in the order of the DTD', () => {
  const xml = finalCutProject(edit);
  expect(childrenOf(xml, 'fcpxml')).toEqual(['resources', 'library']);
  expect(childrenOf(xml, 'resources')).toEqual(['format', 'format', 'asset', 'asset', 'asset', 'media']);
  expect(childrenOf(xml, 'asset')).toEqual(['media-rep', 'metadata']);
  expect(childrenOf(xml, 'multicam')).toEqual(['mc-angle', 'mc-angle']);
  expect(childrenOf(xml, 'mc-angle')).toEqual(['asset-clip', 'gap', 'asset-clip']);
  expect(childrenOf(xml, 'spine')).toEqual(['mc-clip', 'mc-clip', 'gap', 'mc-clip', 'gap', 'mc-clip']);
  expect(xml).toContain('<marker start="1665075/25s" duration="1/25s" value="Goal &amp; &quot;more&quot;"/>');
  expect(xml).toContain('name="Camera &lt;a&gt;"');
  // The file's own time code, in its own frames.
  expect(xml).toMatch(/<asset id="a3" name="Camera b 0.mov" start="3330000\/50s" duration="500\/50s"/);
});

test('as OTIO: what is shown counts in the timeline’s frames, a file in its own, and markers are on the whole', () => {
  const { tracks } = parseOtio(otioTimeline(edit, 'media/'));
  const program = tracks.children.find(({ name }) => name === 'Program');
  expect(program?.children[5]).toMatchObject({
    OTIO_SCHEMA: 'Clip.2',
    source_range: { start_time: { value: 1_665_225, rate: 25 }, duration: { value: 25, rate: 25 } },
    media_references: { DEFAULT_MEDIA: { available_range: { start_time: { value: 3_330_000, rate: 50 } } } },
  });
  expect(tracks.markers).toMatchObject([{ name: 'Goal & "more"', marked_range: { start_time: { value: 75 } } }]);
  // All tracks end together.
  const lengths = tracks.children.map(({ children }) =>
    children.reduce((sum, { source_range: { duration } }) => sum + duration.value / duration.rate, 0),
  );
  expect(new Set(lengths)).toEqual(new Set([10]));
});
