/** What a camera is to the show: on air, next, neither, or not known because a switcher is silent. */
export const tallyStates = ['program', 'preview', 'off', 'unknown'] as const;
export type TallyState = (typeof tallyStates)[number];

/** One input of a switcher. */
export interface TallyInput {
  /** As the switcher counts; null where it has names alone. */
  number: number | null;
  /** Empty where it has numbers alone. */
  name: string;
  program: boolean;
  preview: boolean;
}

/** What a switcher last said, and which camera each of its inputs is. */
export interface TallyReport {
  /** False: it is silent, and what it said last counts for nothing. */
  isLive: boolean;
  matchBy: 'name' | 'number';
  /** Ids of cameras by the input's name or number. */
  mapping: Readonly<Record<string, string>>;
  inputs: readonly TallyInput[];
}

/** By what a mapping names an input: its name or its number, whichever there is of the two where one is missing. */
export function tallyKeyOf({ number, name }: Pick<TallyInput, 'number' | 'name'>, by: TallyReport['matchBy']): string {
  if (by === 'number') return number === null ? name : String(number);
  return name === '' ? String(number) : name;
}

/** A camera that is on air by one switcher is on air; else one that is silent could hide that it is. */
const ranks: Record<TallyState, number> = { off: 0, preview: 1, unknown: 2, program: 3 };

/** The state of each mapped camera by all switchers together. */
export function combineTally(reports: readonly TallyReport[]): Map<string, TallyState> {
  const states = new Map<string, TallyState>();
  for (const report of reports) {
    const known = statesByKey(report);
    for (const [key, cameraId] of Object.entries(report.mapping)) {
      // An input that the switcher does not have, or has no more, says nothing about its camera.
      const state = known.get(key) ?? 'unknown';
      states.set(cameraId, highest(states.get(cameraId), state));
    }
  }
  return states;
}

function statesByKey({ isLive, inputs, matchBy }: TallyReport): Map<string, TallyState> {
  const states = new Map<string, TallyState>();
  if (!isLive) return states;
  for (const input of inputs) {
    const key = tallyKeyOf(input, matchBy);
    states.set(key, highest(states.get(key), input.program ? 'program' : input.preview ? 'preview' : 'off'));
  }
  return states;
}

const highest = (one: TallyState | undefined, other: TallyState): TallyState =>
  one !== undefined && ranks[one] > ranks[other] ? one : other;

/** The cameras whose state differs, with both states; one that is mapped no more is off. */
export function tallyChanges(
  before: ReadonlyMap<string, TallyState>,
  after: ReadonlyMap<string, TallyState>,
): { cameraId: string; tally: TallyState; previousTally: TallyState }[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((cameraId) => {
    const [tally, previousTally] = [after.get(cameraId) ?? 'off', before.get(cameraId) ?? 'off'] as const;
    return tally === previousTally ? [] : [{ cameraId, tally, previousTally }];
  });
}
