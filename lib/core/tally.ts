/** The tally states of a camera: on air, next, neither, or unknown because a switcher is silent. */
export const tallyStates = ['program', 'preview', 'off', 'unknown'] as const;
export type TallyState = (typeof tallyStates)[number];

/** A switcher's picture is at most this much later than its cameras: a program holds what they sent meanwhile. */
export const maxSwitcherDelayMs = 2_000;

/** One input of a switcher. */
export interface TallyInput {
  /** The switcher's own number; null if it has names alone. */
  number: number | null;
  /** Empty if the switcher has numbers alone. */
  name: string;
  program: boolean;
  preview: boolean;
}

/** A switcher's last report, and the camera at each of its inputs. */
export interface TallyReport {
  /** False if the switcher is silent, so that its last report no longer counts. */
  isLive: boolean;
  matchBy: 'name' | 'number';
  /** Ids of cameras by the input's name or number. */
  mapping: Readonly<Record<string, string>>;
  inputs: readonly TallyInput[];
}

/** The key of an input in a mapping: its name or its number, or the other if that one is missing. */
export function tallyKeyOf({ number, name }: Pick<TallyInput, 'number' | 'name'>, by: TallyReport['matchBy']): string {
  if (by === 'number') return number === null ? name : String(number);
  return name === '' ? String(number) : name;
}

/** One switcher is enough to put a camera on air. `unknown` outranks the rest: a silent switcher may have it on air. */
const ranks: Record<TallyState, number> = { off: 0, preview: 1, unknown: 2, program: 3 };

/** The cameras that an event has on air and next, by their ids. */
export interface CutState {
  programId: string | null;
  previewId: string | null;
}

/** An event whose program is cut in Sightline. */
export interface ProgramDesk extends CutState {
  /** All cameras of the event. */
  cameraIds: readonly string[];
}

/**
 * Applies a change of what is on air and next. A cut to the camera that is next makes the one that was on air the next, as on
 * a hardware switcher.
 * @param onAir undefined: no cut
 * @param next undefined: nobody has chosen what is next
 */
export function cutTo({ programId, previewId }: CutState, onAir: string | undefined, next?: string | null): CutState {
  const isTaken = onAir !== undefined && onAir === previewId && onAir !== programId;
  return { programId: onAir ?? programId, previewId: next !== undefined ? next : isTaken ? programId : previewId };
}

/** The state of each of these cameras where Sightline is the switcher. */
export const cutStates = (cameraIds: Iterable<string>, { programId, previewId }: CutState): Map<string, TallyState> =>
  new Map(
    [...cameraIds].map((id) => [id, id === programId ? 'program' : id === previewId ? 'preview' : 'off'] as const),
  );

/**
 * The state of each mapped camera by all switchers together.
 * @param desk Sightline as the only switcher, where it is that
 */
export function combineTally(reports: readonly TallyReport[], desk?: ProgramDesk): Map<string, TallyState> {
  if (desk) return cutStates(desk.cameraIds, desk);
  const states = new Map<string, TallyState>();
  for (const report of reports) {
    const known = statesByKey(report);
    for (const [key, cameraId] of Object.entries(report.mapping)) {
      // An input that the switcher does not have, or no longer has, says nothing about its camera.
      const state = known.get(key) ?? 'unknown';
      states.set(cameraId, highest(states.get(cameraId), state));
    }
  }
  return states;
}

/** A camera that takes the place of one on air, which has no picture. */
export interface StandIn {
  lostId: string;
  spareId: string;
}

/** Puts on air a camera that takes another's place, beside that one: the switcher has it on air still. */
export const withStandIn = (states: Map<string, TallyState>, standIn: StandIn | null): Map<string, TallyState> =>
  standIn ? new Map(states).set(standIn.spareId, 'program') : states;

/**
 * Whether somebody has cut away from the camera whose place is taken. Where nothing is on air, or no switcher is heard, the
 * program stays as it is.
 */
export const isCutAway = (states: ReadonlyMap<string, TallyState>, { lostId }: StandIn): boolean =>
  states.get(lostId) !== 'program' && [...states.values()].includes('program');

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

/** The cameras whose state differs, with both states; one that is no longer mapped is off. */
export function tallyChanges(
  before: ReadonlyMap<string, TallyState>,
  after: ReadonlyMap<string, TallyState>,
): { cameraId: string; tally: TallyState; previousTally: TallyState }[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((cameraId) => {
    const [tally, previousTally] = [after.get(cameraId) ?? 'off', before.get(cameraId) ?? 'off'] as const;
    return tally === previousTally ? [] : [{ cameraId, tally, previousTally }];
  });
}
