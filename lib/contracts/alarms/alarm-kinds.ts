// Without zod: screens load this.

/** What a camera's alarms are about, the gravest first. */
export const alarmKinds = ['no_picture', 'black', 'frozen', 'low_frame_rate', 'silent', 'clipping'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** The code of the doctor's finding that is an alarm of each kind. */
const codes: Record<AlarmKind, string> = {
  no_picture: 'camera_lost',
  black: 'picture_black',
  frozen: 'picture_frozen',
  low_frame_rate: 'low_frame_rate',
  silent: 'audio_silent',
  clipping: 'audio_clipping',
};

/** Which alarm a finding is; null where it is none. */
export const alarmKindOf = (findingCode: string): AlarmKind | null =>
  alarmKinds.find((kind) => codes[kind] === findingCode) ?? null;

/** The levels of which one is silence, in dBFS. */
export const silenceLevelsDbfs = [-80, -70, -60, -50, -40] as const;

export const alarmSeverities = ['warning', 'critical'] as const;

/** The frame rate is counted over this long. */
export const frameRateWindowSeconds = 3;

/** Both included. */
export interface Limits {
  least: number;
  most: number;
}

const ordinaryDelay: Limits = { least: 2, most: 300 };

/** How long a fault lasts before it is an alarm, in seconds; of clipping, how many of the last ten have it. */
export const delayLimits: Record<AlarmKind, Limits> = {
  no_picture: ordinaryDelay,
  black: ordinaryDelay,
  frozen: ordinaryDelay,
  low_frame_rate: { least: frameRateWindowSeconds, most: ordinaryDelay.most },
  silent: ordinaryDelay,
  clipping: { least: 1, most: 10 },
};

/** Of the camera's usual frame rate. */
export const belowPercentLimits: Limits = { least: 10, most: 95 };
/** The level from which on audio clips, in dBFS. */
export const clippingLimitsDbfs: Limits = { least: -12, most: 0 };
