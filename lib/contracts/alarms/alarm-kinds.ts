// Without zod: screens load this.

/** The kinds of alarms of a camera, the gravest first. */
export const alarmKinds = ['no_picture', 'black', 'frozen', 'low_frame_rate', 'silent', 'clipping'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** The code of the diagnosis's finding for each kind of alarm. */
const codes: Record<AlarmKind, string> = {
  no_picture: 'camera_lost',
  black: 'picture_black',
  frozen: 'picture_frozen',
  low_frame_rate: 'low_frame_rate',
  silent: 'audio_silent',
  clipping: 'audio_clipping',
};

/** The kind of alarm that a finding is; null if it is none. */
export const alarmKindOf = (findingCode: string): AlarmKind | null =>
  alarmKinds.find((kind) => codes[kind] === findingCode) ?? null;

/** The levels that a user can choose as silence, in dBFS. */
export const silenceLevelsDbfs = [-80, -70, -60, -50, -40] as const;

export const alarmSeverities = ['warning', 'critical'] as const;

/** Window over which the frame rate is counted. */
export const frameRateWindowSeconds = 3;

/** Both included. */
export interface Limits {
  least: number;
  most: number;
}

const ordinaryDelay: Limits = { least: 2, most: 300 };

/** Seconds that a fault lasts before it is an alarm. For clipping: how many of the last ten seconds clip. */
export const delayLimits: Record<AlarmKind, Limits> = {
  no_picture: ordinaryDelay,
  black: ordinaryDelay,
  frozen: ordinaryDelay,
  low_frame_rate: { least: frameRateWindowSeconds, most: ordinaryDelay.most },
  silent: ordinaryDelay,
  clipping: { least: 1, most: 10 },
};

/** Limits of the frame rate's threshold, in percent of the camera's usual frame rate. */
export const belowPercentLimits: Limits = { least: 10, most: 95 };
/** The level from which on audio clips, in dBFS. */
export const clippingLimitsDbfs: Limits = { least: -12, most: 0 };
