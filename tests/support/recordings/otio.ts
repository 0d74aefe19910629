import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findOpenTimelineIo } from '@/scripts/find-opentimelineio.mjs';

const run = promisify(execFile);

/*
 * Reads timelines as OpenTimelineIO does: by its library where `npm test -- --all` has installed that, and else by its file format.
 * https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html
 */

const time = z.strictObject({
  OTIO_SCHEMA: z.literal('RationalTime.1'),
  rate: z.number().positive(),
  value: z.number(),
});
const range = z.strictObject({ OTIO_SCHEMA: z.literal('TimeRange.1'), start_time: time, duration: time });
const metadata = z.record(z.string(), z.unknown());
const marker = z.strictObject({
  OTIO_SCHEMA: z.literal('Marker.2'),
  name: z.string(),
  color: z.enum(['RED', 'GREEN', 'BLUE', 'YELLOW']),
  marked_range: range,
  metadata,
});
const item = { name: z.string(), metadata, effects: z.array(z.never()), markers: z.array(marker) };
const media = z.strictObject({
  OTIO_SCHEMA: z.literal('ExternalReference.1'),
  name: z.string(),
  metadata,
  available_range: range,
  target_url: z.string().min(1),
});
const clip = z
  .strictObject({
    OTIO_SCHEMA: z.literal('Clip.2'),
    ...item,
    source_range: range,
    media_references: z.strictObject({ DEFAULT_MEDIA: media }),
    active_media_reference_key: z.literal('DEFAULT_MEDIA'),
  })
  .refine(({ source_range: shown, media_references: { DEFAULT_MEDIA } }) => {
    const { start_time: start, duration } = DEFAULT_MEDIA.available_range;
    const secondsOf = ({ value, rate }: z.infer<typeof time>) => value / rate;
    const [from, begin] = [secondsOf(shown.start_time), secondsOf(start)];
    const last = from + secondsOf(shown.duration);
    // A length is a whole number of frames but for a hundredth.
    const tolerance = 0.011 / start.rate;
    return from >= begin - tolerance && last <= begin + secondsOf(duration) + tolerance;
  }, 'A clip shows what its file does not have.');
const gap = z.strictObject({ OTIO_SCHEMA: z.literal('Gap.1'), ...item, source_range: range });
const track = z.strictObject({
  OTIO_SCHEMA: z.literal('Track.1'),
  ...item,
  kind: z.enum(['Video', 'Audio']),
  source_range: z.null(),
  children: z.array(z.union([clip, gap])).min(1),
});
const timeline = z.strictObject({
  OTIO_SCHEMA: z.literal('Timeline.1'),
  name: z.string(),
  metadata,
  global_start_time: time,
  tracks: z.strictObject({
    OTIO_SCHEMA: z.literal('Stack.1'),
    ...item,
    source_range: z.null(),
    children: z.array(track).min(1),
  }),
});

/** Reads a timeline. @throws ZodError for anything that OpenTimelineIO's format does not have */
export const parseOtio = (text: string) => timeline.parse(JSON.parse(text));

const program = `
import json, sys
import opentimelineio as otio

def starts(track):
    found, at = [], 0.0
    for item in track:
        if isinstance(item, otio.schema.Clip):
            found.append(round(at, 6))
        at += item.duration().to_seconds()
    return found

read = []
for file, rate in json.loads(sys.argv[1]):
    options = {'rate': rate} if file.endswith('.edl') else {}
    timeline = otio.adapters.read_from_file(file, **options)
    timeline = timeline[0] if isinstance(timeline, otio.schema.SerializableCollection) else timeline
    otio.adapters.write_to_string(timeline, 'otio_json')
    tracks = timeline.video_tracks()
    track = next((one for one in tracks if one.name == 'Program'), tracks[-1])
    urls = [getattr(clip.media_reference, 'target_url', clip.name) for clip in track.find_clips()]
    lengths = [clip.duration().to_seconds() for clip in track.find_clips()]
    markers = [marker.name for marker in timeline.tracks.markers]
    read.append({'clips': list(zip(urls, starts(track), lengths)), 'markers': markers})
print(json.dumps(read))
`;

/** A timeline as OpenTimelineIO has read it: where each clip of the program begins and how long it is, in seconds. */
interface ReadTimeline {
  clips: [file: string, atSeconds: number, seconds: number][];
  markers: string[];
}

/**
 * Has OpenTimelineIO itself read timelines, bundles and EDLs, and write them again.
 * @param files with the frames a second that an EDL is read at
 * @returns null where its library is not installed (scripts/steps/opentimelineio.mjs)
 */
export async function readByOpenTimelineIo(files: [file: string, fps: number][]): Promise<ReadTimeline[] | null> {
  const python = findOpenTimelineIo();
  if (!python) return null;
  const { stdout } = await run(python, ['-c', program, JSON.stringify(files)], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}
