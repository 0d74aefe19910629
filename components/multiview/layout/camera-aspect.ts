import type { StreamJson } from '@/lib/contracts/streams';

const usualAspect = 16 / 9;

/** The shape of a camera's picture, width by height; 16:9 while nobody knows, or may know. */
export function cameraAspect({ attributes }: StreamJson): number {
  const { width, height } = attributes.media?.video ?? {};
  return width && height ? width / height : usualAspect;
}
