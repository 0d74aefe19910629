/**
 * The value that would stand at an index if the values were sorted (Hoare's selection). Takes O(n), and moves the values.
 * @returns undefined beyond the last one
 */
export function nthLowest(values: Float64Array, index: number): number | undefined {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? pivot) < pivot) left++;
      while ((values[right] ?? pivot) > pivot) right--;
      if (left > right) break;
      const moved = values[left] ?? 0;
      values[left++] = values[right] ?? 0;
      values[right--] = moved;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else break;
  }
  return values[index];
}
