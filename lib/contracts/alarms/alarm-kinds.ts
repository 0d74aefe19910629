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
export type SilenceLevel = (typeof silenceLevelsDbfs)[number];

export const alarmSeverities = ['warning', 'critical'] as const;

/** How long a fault lasts before it is an alarm, in seconds. */
export const delaySeconds = { least: 2, most: 300 } as const;
/** The frame rate is counted over this long, and so is clipping over {@link clippingWindowSeconds}. */
export const frameRateWindowSeconds = 3;
export const clippingWindowSeconds = 10;
