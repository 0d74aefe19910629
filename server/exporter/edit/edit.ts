import { type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { frameOfDay } from '@/lib/core/time-code';

/** A file of an edit. */
export interface EditMedia {
  /** The camera's, in all its files. */
  cameraId: string;
  cameraName: string;
  name: string;
  /** When its first frame was captured, in microseconds since 1970. */
  startUs: number;
  durationUs: number;
  rate: FrameRate;
  width: number;
  height: number;
  audioTracks: number;
  /** Channels of all its audio tracks together. */
  audioChannels: number;
}

/** Which cameras were on air from a moment on. */
export interface Cut {
  atUs: number;
  cameraIds: string[];
}

/** A moment that somebody has named. */
export interface EditMarker {
  atUs: number;
  text: string;
}

/** A stretch of a track: of a file, or of nothing. All counts are of the edit's frames, but `mediaStart`. */
export interface EditClip {
  start: number;
  length: number;
  media: EditMedia | null;
  /** The first frame of the file that is shown, counted from its first one, in frames of the file. */
  mediaStart: number;
}

/** A show as an editor sees it: the program as it was cut, and each angle beside it. */
export interface Edit {
  name: string;
  rate: FrameRate;
  /** The frame of the day at which it begins, so that its time code is the time of day. */
  startFrame: number;
  length: number;
  program: EditClip[];
  angles: { cameraId: string; cameraName: string; clips: EditClip[] }[];
  markers: { frame: number; text: string }[];
}

const usPerSecond = 1e6;

/** The frame of a file or an edit that begins next to a moment, counted from its first one. */
const frameAt = (atUs: number, startUs: number, rate: FrameRate): number =>
  Math.round(((atUs - startUs) / usPerSecond) * framesPerSecond(rate));

/**
 * Makes the edit of a show. Where two cameras are on air together, the first one counts.
 * @param cuts oldest first
 */
export function makeEdit(name: string, media: EditMedia[], cuts: Cut[], markers: EditMarker[]): Edit {
  const rate = media[0]?.rate ?? { num: 30, den: 1 };
  const startUs = Math.min(...media.map((file) => file.startUs));
  const endUs = Math.max(...media.map((file) => file.startUs + file.durationUs));
  const length = frameAt(endUs, startUs, rate);
  const byCamera = new Map<string, EditMedia[]>();
  for (const file of media.toSorted((one, other) => one.startUs - other.startUs)) {
    byCamera.set(file.cameraId, [...(byCamera.get(file.cameraId) ?? []), file]);
  }
  const clipsOf = (files: EditMedia[], from: number, to: number): EditClip[] =>
    clipsWithin(files, from, to, startUs, rate);
  const angles = [...byCamera].map(([cameraId, files]) => ({
    cameraId,
    cameraName: files.at(-1)?.cameraName ?? '',
    clips: clipsOf(files, 0, length),
  }));
  const program = cuts.flatMap(({ atUs, cameraIds }, index) => {
    const from = Math.max(0, frameAt(atUs, startUs, rate));
    const next = cuts[index + 1];
    const to = next ? Math.min(length, frameAt(next.atUs, startUs, rate)) : length;
    const cameraId = cameraIds.find((id) => byCamera.has(id));
    return clipsOf((cameraId !== undefined && byCamera.get(cameraId)) || [], from, to);
  });
  const firstCut = program[0]?.start ?? length;
  return {
    name,
    rate,
    startFrame: frameOfDay(startUs, rate),
    length,
    program: joined([...clipsOf([], 0, firstCut), ...program]),
    angles,
    markers: markers
      .map(({ atUs, text }) => ({ frame: frameAt(atUs, startUs, rate), text }))
      .filter(({ frame }) => frame >= 0 && frame < length),
  };
}

/** A camera's clips between two frames of the edit, with the gaps. */
function clipsWithin(files: EditMedia[], from: number, to: number, startUs: number, rate: FrameRate): EditClip[] {
  const clips: EditClip[] = [];
  let position = from;
  const add = (end: number, media: EditMedia | null, mediaStart = 0) => {
    if (end > position) clips.push({ start: position, length: end - position, media, mediaStart });
    position = Math.max(position, end);
  };
  for (const media of files) {
    const begin = frameAt(media.startUs, startUs, rate);
    const end = frameAt(media.startUs + media.durationUs, startUs, rate);
    if (end <= position || begin >= to) continue;
    add(Math.max(from, begin), null);
    const shownUs = startUs + (position / framesPerSecond(rate)) * usPerSecond;
    const mediaStart = position === begin ? 0 : Math.max(0, frameAt(shownUs, media.startUs, media.rate));
    add(Math.min(end, to), media, mediaStart);
  }
  add(to, null);
  return clips;
}

/** Gaps that follow each other are one. */
function joined(clips: EditClip[]): EditClip[] {
  const result: EditClip[] = [];
  for (const clip of clips) {
    const before = result.at(-1);
    if (before && !before.media && !clip.media) before.length += clip.length;
    else result.push({ ...clip });
  }
  return result;
}

/** The frame of the day of a file's first frame, which its time code begins with. */
export const mediaStartFrame = ({ startUs, rate }: EditMedia): number => frameOfDay(startUs, rate);

/** A file's length in frames of its own. */
export const mediaLength = ({ durationUs, rate }: EditMedia): number => frameAt(durationUs, 0, rate);

/** A clip's length in frames of its file. */
export const clipLengthInMedia = ({ length }: EditClip, media: EditMedia, rate: FrameRate): number =>
  Math.min(mediaLength(media), Math.max(1, Math.round((length / framesPerSecond(rate)) * framesPerSecond(media.rate))));
