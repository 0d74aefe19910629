import type { PicturePoint } from '@/lib/core/ptz-centering';

/** A place on the page, from its top left corner. */
interface PagePlace {
  clientX: number;
  clientY: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/**
 * Where in a picture a place on the page is. The picture keeps its shape inside of its box.
 * @returns null outside of the picture
 */
export function pointIn(
  { left, top, width, height }: Box,
  picture: { width: number; height: number },
  { clientX, clientY }: PagePlace,
): PicturePoint | null {
  const scale = Math.min(width / picture.width, height / picture.height);
  const x = (clientX - left - width / 2) / ((picture.width * scale) / 2);
  const y = (top + height / 2 - clientY) / ((picture.height * scale) / 2);
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { x, y } : null;
}

/** Where in the video below it a place on the page is; null where there is none. */
export function picturePointAt(place: PagePlace): PicturePoint | null {
  const video = document
    .elementsFromPoint(place.clientX, place.clientY)
    .find((element): element is HTMLVideoElement => element instanceof HTMLVideoElement && element.videoWidth > 0);
  if (!video) return null;
  const picture = { width: video.videoWidth, height: video.videoHeight };
  return pointIn(video.getBoundingClientRect(), picture, place);
}
