/**
 * The name that a misspelled one most likely means.
 * @param maxEdits letters that may be wrong, missing, too many or swapped with their neighbour
 * @returns null where none is that near
 */
export function nearestName(given: string, names: Iterable<string>, maxEdits: number): string | null {
  let nearest: string | null = null;
  let fewest = maxEdits + 1;
  for (const name of names) {
    if (Math.abs(name.length - given.length) >= fewest) continue;
    const edits = countEdits(given, name);
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** The optimal string alignment distance, row by row. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let edits = Math.min(substitution, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
