import type { StreamJson } from '@/lib/contracts/streams';

const usualAspect = 16 / 9;

/** The shape of a camera's picture, width by height; 16:9 while nobody knows, or may know. */
export function aspectOf({ attributes }: StreamJson): number {
  const { width, height } = attributes.media?.video ?? {};
  return width && height ? width / height : usualAspect;
}

/** The shape of most cameras' pictures, of the first among equals. */
export function commonAspect(streams: readonly StreamJson[]): number {
  const counts = new Map<number, number>();
  for (const aspect of streams.map(aspectOf)) counts.set(aspect, (counts.get(aspect) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? usualAspect;
}
