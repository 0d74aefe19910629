/** A keyframe in the index of a recording's writer. */
interface WrittenKeyframe {
  pts: number;
  wallUs: number;
}

/**
 * The keyframes of a recording's writers, in order. A writer that takes over repeats the frames since the last keyframe: the
 * later one has them whole.
 * @param writers the keyframes of each, in any order; some may have none
 */
export function joinWriters<Keyframe extends WrittenKeyframe>(writers: Keyframe[][]): Keyframe[] {
  const inOrder = writers
    .filter(({ length }) => length > 0)
    .sort(([one], [other]) => (one?.wallUs ?? 0) - (other?.wallUs ?? 0));
  return inOrder.flatMap((keyframes, index) => {
    const next = inOrder[index + 1]?.[0];
    return next ? keyframes.filter((keyframe) => !repeats(keyframe, next)) : keyframes;
  });
}

/** Whether a keyframe is also in a later index, which begins with `next`. */
export const repeats = ({ pts, wallUs }: WrittenKeyframe, next: WrittenKeyframe): boolean =>
  pts === next.pts || wallUs >= next.wallUs;
