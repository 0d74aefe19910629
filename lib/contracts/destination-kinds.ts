// Without zod: screens load this.

/** A platform's limits for a picture that is sent on as it is. */
interface PictureLimits {
  /** Null where the platform names none. */
  maxVideoKbps: number | null;
  maxAudioKbps: number | null;
  /** Longest time between two keyframes. */
  maxGopSeconds: number | null;
}

interface DestinationKind {
  /** As people call it. */
  label: string;
  protocol: 'rtmp' | 'srt' | 'whip';
  /** Where it is; null where the user says. */
  address: string | null;
  /** A second address of the same show; null where there is none. */
  backupAddress: string | null;
  /** The platform's name for the key. */
  keyLabel: string;
  /** Where the user finds it. */
  keyHint: string;
  needsKey: boolean;
  limits: PictureLimits;
}

const noLimits: PictureLimits = { maxVideoKbps: null, maxAudioKbps: null, maxGopSeconds: null };

/** Where a camera can be sent, and what is known of each platform (obs-studio, services.json 5; the platforms' own help). */
export const destinationKinds = {
  youtube: {
    label: 'YouTube',
    protocol: 'rtmp',
    address: 'rtmps://a.rtmps.youtube.com:443/live2',
    backupAddress: 'rtmps://b.rtmps.youtube.com:443/live2?backup=1',
    keyLabel: 'Stream key',
    keyHint: 'YouTube Studio › Go live › Stream.',
    needsKey: true,
    limits: { maxVideoKbps: 51_000, maxAudioKbps: 160, maxGopSeconds: 4 },
  },
  twitch: {
    label: 'Twitch',
    protocol: 'rtmp',
    address: 'rtmps://live.twitch.tv:443/app',
    backupAddress: null,
    keyLabel: 'Primary stream key',
    keyHint: 'Twitch › Creator dashboard › Settings › Stream.',
    needsKey: true,
    limits: { maxVideoKbps: 6_000, maxAudioKbps: 320, maxGopSeconds: 4 },
  },
  facebook: {
    label: 'Facebook',
    protocol: 'rtmp',
    address: 'rtmps://rtmp-api.facebook.com:443/rtmp',
    backupAddress: null,
    keyLabel: 'Stream key',
    keyHint: 'Facebook › Live video › Streaming software.',
    needsKey: true,
    limits: { maxVideoKbps: 9_000, maxAudioKbps: 128, maxGopSeconds: 4 },
  },
  rtmp: {
    label: 'RTMP or RTMPS',
    protocol: 'rtmp',
    address: null,
    backupAddress: null,
    keyLabel: 'Stream key',
    keyHint: 'Empty where the server has none.',
    needsKey: false,
    limits: noLimits,
  },
  srt: {
    label: 'SRT',
    protocol: 'srt',
    address: null,
    backupAddress: null,
    keyLabel: 'Stream id',
    keyHint: 'Empty where the receiver has none.',
    needsKey: false,
    limits: noLimits,
  },
  whip: {
    label: 'WHIP',
    protocol: 'whip',
    address: null,
    backupAddress: null,
    keyLabel: 'Bearer token',
    keyHint: 'Empty where the server has none.',
    needsKey: false,
    limits: noLimits,
  },
} as const satisfies Record<string, DestinationKind>;

export type DestinationKindName = keyof typeof destinationKinds;
export const destinationKindNames = Object.keys(destinationKinds) as [DestinationKindName, ...DestinationKindName[]];

/**
 * `off`: switched off. `waiting`: the camera is off, or sends nothing that can be sent on. `connecting`: it calls the server.
 * `live`: the server takes the stream. `retrying`: it was live, or nobody answers; it calls again by itself. `refused`: the
 * server has never taken the stream, so it calls no more.
 */
export const destinationStates = ['off', 'waiting', 'connecting', 'live', 'retrying', 'refused'] as const;
export type DestinationState = (typeof destinationStates)[number];

/** Destinations of one camera. */
export const maxDestinations = 8;
