import { maxOf, minOf } from '@/lib/core/extremes';
import { broadcastRateOf, type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { frameOfDay } from '@/lib/core/time-code';
import { localUsOf } from '@/lib/core/time-zone';

/** A file of an edit. */
export interface EditMedia {
  /** The camera's, in all its files. */
  cameraId: string;
  cameraName: string;
  name: string;
  /** When its first frame was captured, in microseconds since 1970. */
  startUs: number;
  /** The same by the clock of the event, which its time code begins with. */
  localStartUs: number;
  durationUs: number;
  rate: FrameRate;
  width: number;
  height: number;
  audioTracks: number;
  /** Channels of all its audio tracks together. */
  audioChannels: number;
  /** Samples a second of its first audio track; 0 without one. */
  audioRate: number;
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
/** A file's length comes of its frames, and is this near to a whole number of them. */
const frameTolerance = 0.01;

/** The frame of a file or an edit that begins next to a moment, counted from its first one. */
const frameAt = (atUs: number, startUs: number, rate: FrameRate): number =>
  Math.round(((atUs - startUs) / usPerSecond) * framesPerSecond(rate));

/** How many frames of a rate fit into a duration. */
const wholeFrames = (durationUs: number, rate: FrameRate): number =>
  Math.floor((durationUs / usPerSecond) * framesPerSecond(rate) + frameTolerance);

/**
 * Makes the edit of a show. Where two cameras are on air together, the first one counts. Each cut is rounded by itself to the
 * edit's frames, so that a track does not slide from the show, however many cuts it has.
 * @param cuts oldest first
 * @param media of the angles, in their order
 * @param timeZone the event's, whose time of day is the time code
 * @param rate the sequence's
 */
export function makeEdit(
  name: string,
  media: EditMedia[],
  cuts: Cut[],
  markers: EditMarker[],
  timeZone: string,
  rate = sequenceRate(media),
): Edit {
  const startUs = minOf(media.map((file) => file.startUs));
  const endUs = maxOf(media.map((file) => file.startUs + file.durationUs));
  const length = frameAt(endUs, startUs, rate);
  const byCamera = new Map<string, EditMedia[]>();
  for (const file of media) byCamera.set(file.cameraId, [...(byCamera.get(file.cameraId) ?? []), file]);
  for (const files of byCamera.values()) files.sort((one, other) => one.startUs - other.startUs);
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
    startFrame: frameOfDay(localUsOf(startUs, timeZone), rate),
    length,
    program: joined([...clipsOf([], 0, firstCut), ...program]),
    angles,
    markers: markers
      .map(({ atUs, text }) => ({ frame: frameAt(atUs, startUs, rate), text }))
      .filter(({ frame }) => frame >= 0 && frame < length),
  };
}

/** The broadcast rate of most cameras, or else of most files: editors know no other for a sequence. */
function sequenceRate(media: EditMedia[]): FrameRate {
  const found = new Map<string, { rate: FrameRate; cameras: Set<string>; files: number }>();
  for (const { rate: own, cameraId } of media) {
    const rate = broadcastRateOf(own);
    const key = `${rate.num}/${rate.den}`;
    const { cameras, files } = found.get(key) ?? { cameras: new Set<string>(), files: 0 };
    found.set(key, { rate, cameras: cameras.add(cameraId), files: files + 1 });
  }
  const [most] = [...found.values()].toSorted(
    (one, other) => other.cameras.size - one.cameras.size || other.files - one.files,
  );
  return most?.rate ?? { num: 30, den: 1 };
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
    // A clip never shows what its file does not have.
    const end = Math.min(to, begin + wholeFrames(media.durationUs, rate));
    if (end <= position || begin >= to) continue;
    add(Math.max(from, begin), null);
    add(end, media, mediaStartOf(media, position - begin, end - begin, rate));
  }
  add(to, null);
  return clips;
}

/** The frame of a file that is shown `from` frames of the edit after its first one, where it is shown until `to`. */
function mediaStartOf(media: EditMedia, from: number, to: number, rate: FrameRate): number {
  const perFrame = framesPerSecond(media.rate) / framesPerSecond(rate);
  const last = mediaLength(media) - (to - from) * perFrame;
  return Math.max(0, Math.min(Math.round(from * perFrame), Math.floor(last + frameTolerance)));
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

/** The frame of the day of a file's first frame, which its time code begins with. @param rate the file's, or another */
export const mediaStartFrame = ({ localStartUs, rate: own }: EditMedia, rate = own): number =>
  frameOfDay(localStartUs, rate);

/** A file's length in frames of its own. */
export const mediaLength = ({ durationUs, rate }: EditMedia): number => frameAt(durationUs, 0, rate);
