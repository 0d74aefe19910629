import { type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { isDropFrame, timeCodeOf } from '@/lib/core/time-code';
import { type Edit, type EditClip, type EditMedia, mediaStartFrame } from './edit';

/** A CMX 3600 list holds so many events. */
const maxEvents = 999;

/**
 * A track of an edit as CMX 3600 lists, each with its title and at most 999 events. Such a list has one track of video, and
 * one rate. The times of a file of another rate are given in that of the edit. Sound follows the picture. A camera's reel is
 * its number. Markers are locators of the event that they are in.
 * @param title of the first list
 * @param clips of the edit's frames; those of nothing are left out
 */
export function editDecisionLists(
  { rate, startFrame, angles, markers }: Edit,
  title: string,
  clips: EditClip[],
): { title: string; text: string }[] {
  const reels = new Map(angles.map(({ cameraId }, index) => [cameraId, `CAM${String(index + 1).padStart(3, '0')}`]));
  const events = clips.flatMap(({ media, mediaStart, start, length }) => {
    if (!media) return [];
    const shown = Math.round((mediaStart / framesPerSecond(media.rate)) * framesPerSecond(rate));
    const source = mediaStartFrame(media, rate) + shown;
    const times = [source, source + length, startFrame + start, startFrame + start + length];
    const event = [
      (reels.get(media.cameraId) ?? 'AX').padEnd(8),
      channelsOf(media).padEnd(5),
      'C       ',
      ...times.map((frame) => timeCodeOf(frame, rate)),
    ];
    const locators = markers
      .filter(({ frame }) => frame >= start && frame < start + length)
      .map(
        ({ frame, text }) => `* LOC: ${timeCodeOf(startFrame + frame, rate)} RED     ${text.replaceAll(/\s+/g, ' ')}`,
      );
    const notes = [`* FROM CLIP NAME: ${media.name}`, ...rateNotes(media, rate), ...locators];
    return { event: event.join(' '), notes };
  });
  const mode = isDropFrame(rate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  const count = Math.max(1, Math.ceil(events.length / maxEvents));
  return Array.from({ length: count }, (_, list) => {
    const own = events.slice(list * maxEvents, (list + 1) * maxEvents);
    const lines = own.flatMap(({ event, notes }, index) => [
      `${String(index + 1).padStart(3, '0')}  ${event}`,
      ...notes,
    ]);
    const listTitle = list === 0 ? title : `${title} ${list + 1}`;
    return { title: listTitle, text: [`TITLE: ${listTitle}`, `FCM: ${mode}`, '', ...lines, ''].join('\r\n') };
  });
}

/** The tracks that an event takes: the picture, and one or two of sound. */
const channelsOf = ({ audioTracks, audioChannels }: EditMedia): string =>
  audioTracks === 0 ? 'V' : audioChannels === 1 ? 'B' : 'AA/V';

/** Says the rate of a file that has another than the list. */
const rateNotes = ({ rate: own }: EditMedia, rate: FrameRate): string[] =>
  own.num * rate.den === rate.num * own.den ? [] : [`* SOURCE FRAME RATE: ${framesPerSecond(own).toFixed(3)}`];
