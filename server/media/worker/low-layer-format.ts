/** The small picture fits into this, in the camera's proportions. */
const maxWidth = 640;
const maxHeight = 360;

export const lowBitrateBps = 400_000;

/** The size of the small picture of a camera of the given size; even numbers, never larger than the camera's. */
export function lowSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
