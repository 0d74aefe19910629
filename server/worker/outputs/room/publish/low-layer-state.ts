import type { Layer } from '../transcode/layer-format';

/**
 * LiveKit learns of a layer by seeing it, and says nothing about viewers for 10 s. Until then it gets both layers: it
 * would withhold one that stops from the first viewer (docs/livekit.md).
 */
export const introductionMs = 12_000;
/** The first viewer waits this long for the source layer before falling back to the low layer. */
const waitingMs = 1_000;
/** How long the only viewer keeps the source layer before the low layer stops. */
const settledAfterMs = 5_000;
/** The same after a step down, by choice or for a narrow network: the viewer may soon step down again. */
const cautiousAfterMs = 60_000;
/**
 * A second after LiveKit has come to want a track, it requests a keyframe of each layer without one since
 * (`seedKeyFrame` in buffer_base.go). The worker hears of the want up to 0.2 s late. From then on, such a request is
 * for nobody.
 */
const seedsAfterMs = 700;
/** How long after a keyframe the last such request may still arrive. */
const crossingMs = 150;
/** By this long after the source layer's keyframe, LiveKit sends that layer to the viewer who waited for it. */
const begunAfterMs = 200;

const nothing: Record<Layer, boolean> = { low: false, source: false };
const never: Record<Layer, number> = { low: Number.POSITIVE_INFINITY, source: Number.POSITIVE_INFINITY };

type LowLayerStateName =
  /** The room has no tracks yet. */
  | 'unpublished'
  /** LiveKit gets both layers, until it says who watches. */
  | 'introducing'
  /** The first viewer should begin with the source layer, so the low layer waits. */
  | 'waiting'
  /** The low layer is made while LiveKit says that it is watched. */
  | 'on'
  /** It is still made, though the only viewer has the source layer. */
  | 'settling'
  /** The only viewer has kept the source layer. LiveKit gets filler. */
  | 'off';

/** State of a room's low layer, from its viewers and LiveKit's requests. */
export interface LowLayerState {
  name: LowLayerStateName;
  /** When the state ends by itself; infinity: only by an event. */
  untilMs: number;
  viewerCount: number;
  /** The watched layers, according to LiveKit: the highest that anybody wants, and all below. */
  watched: Record<Layer, boolean>;
  /** The layer that LiveKit turned to last. */
  turnedTo: Layer;
  /** How long the next `settling` takes. */
  settleMs: number;
  /** When LiveKit came to want both layers at once. */
  wantedSinceMs: number;
  /** When LiveKit first got a keyframe of each layer since. */
  keyframeMs: Record<Layer, number>;
  /** LiveKit has had a keyframe of the low layer in this room. */
  isSeen: boolean;
  /** LiveKit has been given a keyframe of the low layer without a request. */
  isSeeded: boolean;
}

export type LowLayerEvent =
  | { type: 'published' }
  | { type: 'watched'; watched: Record<Layer, boolean> }
  | { type: 'viewers'; count: number }
  /** LiveKit turns to a layer for a viewer, or a viewer has lost packets of it. */
  | { type: 'keyframe requested'; layer: Layer }
  | { type: 'keyframe sent'; layer: Layer }
  | { type: 'seeded' }
  /** No keyframe of the source layer comes before the camera's own. */
  | { type: 'source late' }
  /** `untilMs` has come. */
  | { type: 'time out' };

/** Before anything is known of a room. */
export const unpublished: LowLayerState = {
  name: 'unpublished',
  untilMs: Number.POSITIVE_INFINITY,
  viewerCount: 0,
  watched: nothing,
  turnedTo: 'source',
  settleMs: settledAfterMs,
  wantedSinceMs: Number.POSITIVE_INFINITY,
  keyframeMs: never,
  isSeen: false,
  isSeeded: false,
};

/** Whether the low layer is made while LiveKit says that it is watched. */
export const isNeeded = ({ name }: LowLayerState): boolean => name !== 'waiting' && name !== 'off';

/**
 * Whether LiveKit should get a keyframe of the low layer now, so that each later request for one is for a viewer.
 * Before the source layer's keyframe, LiveKit would begin with the low layer.
 */
export const isSeedDue = ({ isSeeded, keyframeMs }: LowLayerState, nowMs: number): boolean =>
  !isSeeded && keyframeMs.low === Number.POSITIVE_INFINITY && nowMs >= keyframeMs.source + begunAfterMs;

/**
 * The state after an event. LiveKit (1.13) does not say which layer each viewer gets, but it requests a keyframe of the
 * layer that it turns to. With one viewer in the room, that is this viewer's layer.
 * @returns the same object when nothing changes
 */
export function transition(state: LowLayerState, event: LowLayerEvent, nowMs: number): LowLayerState {
  switch (event.type) {
    case 'published':
      return { ...state, name: 'introducing', untilMs: nowMs + introductionMs, watched: { low: true, source: true } };
    case 'watched':
      return withWatched(state, event.watched, nowMs);
    case 'viewers': {
      const next = { ...state, viewerCount: event.count };
      return state.name === 'waiting' ? next : review(next, nowMs);
    }
    case 'keyframe requested':
      return withRequest(state, event.layer, nowMs);
    case 'keyframe sent': {
      if (state.keyframeMs[event.layer] < Number.POSITIVE_INFINITY) return state;
      const keyframeMs = { ...state.keyframeMs, [event.layer]: nowMs };
      return { ...state, keyframeMs, isSeen: state.isSeen || event.layer === 'low' };
    }
    case 'seeded':
      return { ...state, isSeeded: true };
    case 'source late':
      return state.name === 'waiting' ? onOrSettling(state, nowMs) : state;
    case 'time out':
      return timedOut(state, nowMs);
  }
}

function withWatched(state: LowLayerState, watched: Record<Layer, boolean>, nowMs: number): LowLayerState {
  const isIntroducing = state.name === 'introducing';
  const before = isIntroducing ? nothing : state.watched;
  const next: LowLayerState = {
    ...state,
    watched,
    turnedTo: watched.source && !before.source ? 'source' : state.turnedTo,
  };
  if (watched.source && !before.low && !before.source) {
    const wanted: LowLayerState = { ...next, wantedSinceMs: nowMs, keyframeMs: never, isSeeded: false };
    return isIntroducing ? onOrSettling(wanted, nowMs) : { ...wanted, name: 'waiting', untilMs: nowMs + waitingMs };
  }
  return state.name === 'waiting' && watched.source ? next : onOrSettling(next, nowMs);
}

function withRequest(state: LowLayerState, layer: Layer, nowMs: number): LowLayerState {
  if (layer === 'low' && isForNobody(state, nowMs)) return state.name === 'waiting' ? state : review(state, nowMs);
  if (layer === 'source' && !isNeeded(state)) return state;
  const settleMs = state.name === 'off' ? cautiousAfterMs : state.settleMs;
  return review({ ...state, turnedTo: layer, settleMs }, nowMs);
}

function isForNobody({ isSeen, wantedSinceMs, keyframeMs }: LowLayerState, nowMs: number): boolean {
  return (!isSeen || nowMs >= wantedSinceMs + seedsAfterMs) && nowMs <= keyframeMs.low + crossingMs;
}

function timedOut(state: LowLayerState, nowMs: number): LowLayerState {
  switch (state.name) {
    case 'introducing':
      return withWatched(state, nothing, nowMs);
    case 'waiting':
      return onOrSettling(state, nowMs);
    case 'settling':
      return { ...state, name: 'off', untilMs: Number.POSITIVE_INFINITY, settleMs: settledAfterMs };
    default:
      return state;
  }
}

/** Only the end of the introduction leaves `introducing`. */
function review(state: LowLayerState, nowMs: number): LowLayerState {
  return state.name === 'unpublished' || state.name === 'introducing' ? state : onOrSettling(state, nowMs);
}

/** The low layer is made, until only the source layer has been used for a while. */
function onOrSettling(state: LowLayerState, nowMs: number): LowLayerState {
  const isSourceEnough = state.watched.source && state.viewerCount <= 1 && state.turnedTo === 'source';
  return isSourceEnough
    ? { ...state, name: 'settling', untilMs: nowMs + state.settleMs }
    : { ...state, name: 'on', untilMs: Number.POSITIVE_INFINITY };
}
