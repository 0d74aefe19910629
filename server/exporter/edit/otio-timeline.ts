import { type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { type Edit, type EditClip, type EditMedia, mediaLength, mediaStartFrame } from './edit';

const time = (value: number, rate: FrameRate) => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate: framesPerSecond(rate),
  value,
});
const range = (start: number, length: number, rate: FrameRate) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(length, rate),
});
/** The exact time of a file's first frame, of which its time code has the next whole frame. */
const capture = ({ startUs, localStartUs }: EditMedia) => ({
  capture: {
    started_at: new Date(startUs / 1_000).toISOString(),
    started_at_us: startUs,
    utc_offset_seconds: (localStartUs - startUs) / 1e6,
  },
});

/**
 * An edit as OpenTimelineIO: the program above, and each angle in a track of its own below it, with its audio.
 * @param folder of the files beside it: empty, or with a slash at its end
 */
export function otioTimeline({ name, rate, startFrame, program, angles, markers }: Edit, folder: string): string {
  const item = (clip: EditClip) => {
    const { media, length } = clip;
    if (!media) return { OTIO_SCHEMA: 'Gap.1', name: '', source_range: range(0, length, rate), ...empty };
    const start = mediaStartFrame(media);
    return {
      OTIO_SCHEMA: 'Clip.2',
      name: media.cameraName,
      // In the timeline's frames: a track is the sum of its clips, and would slide if each were rounded to its file's.
      source_range: range(
        ((start + clip.mediaStart) * framesPerSecond(rate)) / framesPerSecond(media.rate),
        length,
        rate,
      ),
      media_references: {
        DEFAULT_MEDIA: {
          OTIO_SCHEMA: 'ExternalReference.1',
          name: media.name,
          target_url: `${folder}${media.name}`,
          available_range: range(start, mediaLength(media), media.rate),
          metadata: capture(media),
        },
      },
      active_media_reference_key: 'DEFAULT_MEDIA',
      ...empty,
    };
  };
  const track = (kind: 'Video' | 'Audio', trackName: string, clips: EditClip[]) => ({
    OTIO_SCHEMA: 'Track.1',
    name: trackName,
    kind,
    source_range: null,
    children: clips.map(item),
    ...empty,
  });
  const audioOf = (clips: EditClip[]) =>
    clips.map((clip) => (clip.media?.audioTracks === 0 ? { ...clip, media: null } : clip));
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name,
    global_start_time: time(startFrame, rate),
    metadata: {},
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      source_range: null,
      effects: [],
      metadata: {},
      markers: markers.map(({ frame, text }) => ({
        OTIO_SCHEMA: 'Marker.2',
        name: text,
        color: 'RED',
        marked_range: range(frame, 0, rate),
        metadata: {},
      })),
      // The last of them is on top.
      children: [
        ...angles.toReversed().map(({ cameraName, clips }) => track('Video', cameraName, clips)),
        track('Video', 'Program', program),
        track('Audio', 'Program', audioOf(program)),
        ...angles.map(({ cameraName, clips }) => track('Audio', cameraName, audioOf(clips))),
      ],
    },
  };
  return JSON.stringify(timeline, null, 1);
}

const empty = { effects: [], markers: [], metadata: {} };
