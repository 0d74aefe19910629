import { median } from './median';
import { maxSoundOffsetMs, type SoundOffset } from './sound-offset';

/** Two cameras that hear the same, and how much later the second one's clock puts it. */
export interface HeardPair extends SoundOffset {
  first: string;
  second: string;
}

/** A camera that hears the same as others. */
export interface HeardCamera {
  id: string;
  /** Added to its times, it brings the camera in step with its group. */
  shiftMs: number;
  uncertaintyMs: number;
}

/** A pair that differs from the others' verdict by more than this, and by three times its uncertainty, does not count. */
const maxErrorMs = 8;
const maxErrorOfUncertainty = 3;
/** Sweeps of Gauss and Seidel after a spanning tree: halls have few cameras, and most of their pairs. */
const sweeps = 60;

/**
 * Brings the cameras of each hall in step: a shift for each camera, by weighted least squares over the pairs that were
 * heard. Pairs that contradict the others are dropped, worst first. Cameras that hear nothing in common with others are
 * left out.
 * @param before the shifts of an earlier time: a group keeps that reference. Without one it is the median of its cameras,
 * so that few of them move
 * @returns a list of cameras for each hall; none has a shift of more than {@link maxSoundOffsetMs}
 */
export function groupBySound(
  pairs: readonly HeardPair[],
  before: ReadonlyMap<string, number> = new Map(),
): HeardCamera[][] {
  let counted = [...pairs];
  for (;;) {
    const groups = connectedGroups(counted);
    const lateMs = new Map(groups.flatMap((group) => Array.from(latenessOf(group))));
    const worst = worstPair(counted, lateMs);
    if (worst) {
      counted = counted.filter((pair) => pair !== worst);
      continue;
    }
    return groups.map((group) => shiftsOf(group, lateMs, before)).filter((group) => group.length > 1);
  }
}

/** The pairs of each connected part. */
function connectedGroups(pairs: readonly HeardPair[]): HeardPair[][] {
  const groups: { ids: Set<string>; pairs: HeardPair[] }[] = [];
  for (const pair of pairs) {
    const joined = { ids: new Set([pair.first, pair.second]), pairs: [pair] };
    for (const group of groups.filter(({ ids }) => ids.has(pair.first) || ids.has(pair.second))) {
      groups.splice(groups.indexOf(group), 1);
      for (const id of group.ids) joined.ids.add(id);
      joined.pairs = group.pairs.concat(joined.pairs);
    }
    groups.push(joined);
  }
  return groups.map((group) => group.pairs);
}

/** How much later than the first one each camera of a connected group puts a sound. */
function latenessOf(pairs: readonly HeardPair[]): Map<string, number> {
  const links = new Map<string, { other: string; ms: number; weight: number }[]>();
  const link = (id: string, other: string, ms: number, uncertaintyMs: number): void => {
    const known = links.get(id) ?? [];
    known.push({ other, ms, weight: 1 / uncertaintyMs ** 2 });
    links.set(id, known);
  };
  for (const { first, second, ms, uncertaintyMs } of pairs) {
    link(first, second, -ms, uncertaintyMs);
    link(second, first, ms, uncertaintyMs);
  }
  const [root] = links.keys();
  const late = new Map<string, number>(root === undefined ? [] : [[root, 0]]);
  for (const [id, ms] of late) {
    for (const { other, ms: apartMs } of links.get(id) ?? []) if (!late.has(other)) late.set(other, ms - apartMs);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [id, known] of links) {
      if (id === root) continue;
      const weight = known.reduce((sum, { weight }) => sum + weight, 0);
      const sum = known.reduce((sum, { other, ms, weight }) => sum + weight * ((late.get(other) ?? 0) + ms), 0);
      late.set(id, sum / weight);
    }
  }
  return late;
}

/** The pair that contradicts the others by the largest part of what it may. */
function worstPair(pairs: readonly HeardPair[], lateMs: ReadonlyMap<string, number>): HeardPair | null {
  let worst: { pair: HeardPair; excess: number } | null = null;
  for (const pair of pairs) {
    const errorMs = Math.abs((lateMs.get(pair.second) ?? 0) - (lateMs.get(pair.first) ?? 0) - pair.ms);
    const excess = errorMs / Math.max(maxErrorMs, maxErrorOfUncertainty * pair.uncertaintyMs);
    if (excess > Math.max(1, worst?.excess ?? 0)) worst = { pair, excess };
  }
  return worst?.pair ?? null;
}

function shiftsOf(
  pairs: readonly HeardPair[],
  lateMs: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): HeardCamera[] {
  const ids = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const late = (id: string): number => lateMs.get(id) ?? 0;
  const kept = ids.flatMap((id) => {
    const shiftMs = before.get(id);
    return shiftMs === undefined ? [] : [late(id) + shiftMs];
  });
  const referenceMs = median(kept.length > 0 ? kept : ids.map(late));
  return ids.flatMap((id) => {
    const shiftMs = referenceMs - late(id);
    const own = pairs.filter(({ first, second }) => first === id || second === id);
    const uncertaintyMs = median(own.map((pair) => pair.uncertaintyMs));
    return Math.abs(shiftMs) > maxSoundOffsetMs ? [] : [{ id, shiftMs, uncertaintyMs }];
  });
}
