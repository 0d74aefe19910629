interface Note {
  left: number;
  right: number;
  top: number;
  height: number;
}

type Label = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const gapPx = 2;

/**
 * Moves a note down until it lies on no label. Labels that are too close together for it to fit between are passed as one.
 * @returns its top
 */
export function placeClear({ left, right, top, height }: Note, labels: readonly Label[]): number {
  const below = labels
    .filter((label) => label.left < right && label.right > left && label.bottom > label.top)
    .toSorted((one, other) => one.top - other.top);
  let clear = top;
  for (const label of below) {
    if (label.top < clear + height && label.bottom > clear) clear = label.bottom + gapPx;
  }
  return clear;
}
