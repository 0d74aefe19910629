import { isDropFrame, timeCodeOf } from '@/lib/core/time-code';
import { clipLengthInMedia, type Edit, type EditClip, mediaStartFrame } from './edit';

/** A CMX 3600 list holds so many events. */
const maxEvents = 999;

/**
 * A track of an edit as a CMX 3600 list. Such a list has one track of video; a camera's reel is its number.
 * @param title of the list
 * @param clips of the edit's frames; those of nothing are left out
 */
export function editDecisionList({ rate, startFrame, angles }: Edit, title: string, clips: EditClip[]): string {
  const reels = new Map(angles.map(({ cameraId }, index) => [cameraId, `CAM${String(index + 1).padStart(3, '0')}`]));
  const events = clips.flatMap((clip) => {
    const { media, start, length } = clip;
    if (!media) return [];
    const source = mediaStartFrame(media) + clip.mediaStart;
    const times = [
      timeCodeOf(source, media.rate),
      timeCodeOf(source + clipLengthInMedia(clip, media, rate), media.rate),
      timeCodeOf(startFrame + start, rate),
      timeCodeOf(startFrame + start + length, rate),
    ];
    return { reel: reels.get(media.cameraId) ?? 'AX', times, file: media.name };
  });
  const lines = events
    .slice(0, maxEvents)
    .flatMap(({ reel, times, file }, index) => [
      `${String(index + 1).padStart(3, '0')}  ${reel.padEnd(8)} V     C        ${times.join(' ')}`,
      `* FROM CLIP NAME: ${file}`,
    ]);
  const mode = isDropFrame(rate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${title}`, `FCM: ${mode}`, '', ...lines, ''].join('\r\n');
}
