// Without zod: screens load this.

export const alarmSeverities = ['warning', 'critical'] as const;

/** The levels that a user can choose as silence, in dBFS. */
export const silenceLevelsDbfs = [-80, -70, -60, -50, -40] as const;

/** Window over which the frame rate is counted. */
export const frameRateWindowSeconds = 3;

/** Both included. */
export interface Limits {
  min: number;
  max: number;
}

/** A setting of one alarm besides its delay. It has limits, or levels to choose from. */
export interface Threshold {
  name: string;
  /** In errors. */
  noun: string;
  label: string;
  unit: string;
  default: number;
  limits?: Limits;
  /** Step of the field. */
  step?: number;
  levels?: readonly number[];
  description?: string;
}

interface AlarmRow {
  /** Code of the finding by which the diagnosis raises it. */
  finding: string;
  /** As few words as a tile has room for. */
  words: string;
  /** When it is raised, and when it deliberately is not. */
  note: string;
  severity: (typeof alarmSeverities)[number];
  /** Seconds that the fault lasts before it is an alarm. */
  delay: Limits & { default: number; label?: string; description?: string };
  threshold?: Threshold;
  /** Its end, as the history tells it: by itself (`words`), or as the camera is lost (`lostWords`). */
  over?: { code: string; words(duration: string): string; lostWords: string };
}

const ordinaryDelay = { min: 2, max: 300, default: 2 };

/**
 * The alarms of a camera, the gravest first, with all that settings, screens, the API and the history know of them. The
 * rule that raises one is in `server/gateway/diagnosis/rules/`, and the words of its finding in `catalogue/problems/`.
 */
export const alarms = {
  no_picture: {
    finding: 'camera_lost',
    words: 'No picture',
    note: 'Nothing arrives from a camera that was live.',
    severity: 'critical',
    delay: ordinaryDelay,
  },
  spare: {
    finding: 'spare_shown',
    words: 'Spare shown',
    note: 'The camera is lost, and its spare has taken its place.',
    severity: 'warning',
    delay: ordinaryDelay,
    over: {
      code: 'camera_itself_again',
      words: (duration) => `The camera itself is back after ${duration} of its spare.`,
      lostWords: 'Spare shown',
    },
  },
  black: {
    finding: 'picture_black',
    words: 'Black picture',
    note: 'Nothing in the picture is brighter than black.',
    severity: 'warning',
    delay: ordinaryDelay,
    over: {
      code: 'picture_no_longer_black',
      words: (duration) => `The picture is back after ${duration} of black.`,
      lostWords: 'Black',
    },
  },
  frozen: {
    finding: 'picture_frozen',
    words: 'Frozen picture',
    note: 'Every frame is identical. Turn off for slides and test cards.',
    severity: 'warning',
    delay: ordinaryDelay,
    over: {
      code: 'picture_moves_again',
      words: (duration) => `The picture moves again after ${duration}.`,
      lostWords: 'Frozen',
    },
  },
  low_frame_rate: {
    finding: 'low_frame_rate',
    words: 'Low frame rate',
    note: 'Fewer frames than this camera usually sends.',
    severity: 'warning',
    delay: { min: frameRateWindowSeconds, max: ordinaryDelay.max, default: frameRateWindowSeconds },
    threshold: {
      name: 'below_percent',
      noun: 'below_percent',
      label: 'Below',
      unit: '% of usual',
      default: 70,
      limits: { min: 10, max: 95 },
      description: "Of the camera's usual frame rate.",
    },
    over: {
      code: 'frame_rate_back',
      words: (duration) => `The frame rate is back after ${duration}.`,
      lostWords: 'Low frame rate',
    },
  },
  silent: {
    finding: 'audio_silent',
    words: 'No sound',
    note: 'Nothing louder than this level.',
    severity: 'warning',
    delay: ordinaryDelay,
    // An open microphone's noise floor lies above −60 dBFS.
    threshold: {
      name: 'below_dbfs',
      noun: 'Silence',
      label: 'Below',
      unit: 'dBFS',
      default: -60,
      levels: silenceLevelsDbfs,
    },
    over: { code: 'sound_back', words: (duration) => `The sound is back after ${duration}.`, lostWords: 'No sound' },
  },
  clipping: {
    finding: 'audio_clipping',
    words: 'Sound clipping',
    note: 'Peaks at this level, where sound distorts.',
    severity: 'warning',
    delay: {
      min: 1,
      max: 10,
      default: 3,
      label: 'Clipping for',
      description: 'Seconds with clipping, of the last ten.',
    },
    // FFmpeg's AAC encoder, which OBS uses too, limits clipped audio to 0.95 of full scale (−0.45 dBFS).
    threshold: {
      name: 'from_dbfs',
      noun: 'from_dbfs',
      label: 'of 10 s above',
      unit: 'dBFS',
      default: -0.5,
      limits: { min: -12, max: 0 },
      step: 0.1,
    },
    over: {
      code: 'sound_clean_again',
      words: (duration) => `The sound no longer clips, after ${duration}.`,
      lostWords: 'Clipping',
    },
  },
} as const satisfies Record<string, AlarmRow>;

type Alarms = typeof alarms;
export type AlarmKind = keyof Alarms;
type EndingAlarm = Extract<Alarms[AlarmKind], { over: object }>;

type ThresholdOf<Row> = Row extends { threshold: { name: infer Name extends string; levels: readonly (infer Level)[] } }
  ? Record<Name, Level>
  : Row extends { threshold: { name: infer Name extends string } }
    ? Record<Name, number>
    : unknown;

/** The alarm settings of a stream. */
export type AlarmSettings = {
  [Kind in AlarmKind]: {
    is_on: boolean;
    severity: (typeof alarmSeverities)[number];
    delay_seconds: number;
  } & ThresholdOf<Alarms[Kind]>;
};

/** A change of a stream's alarms. Omitted fields keep their values. */
export type AlarmChanges = { [Kind in AlarmKind]?: Partial<AlarmSettings[Kind]> | undefined };

/** The alarms by which a picture is no picture, for a program's rule that counts them. */
export const badPictures = (['black', 'frozen'] as const).map((kind) => ({ kind, ...alarms[kind] }));

/** Whether a finding is of one of these alarms. */
export const isBadPicture = ({ code }: { code: string }): boolean =>
  badPictures.some(({ finding }) => finding === code);

export const alarmKinds = Object.keys(alarms) as AlarmKind[];

/** The row of an alarm, for readers that treat all alarms alike. */
export const alarmRow = (kind: AlarmKind): AlarmRow => alarms[kind];

/** The alarms whose beginning and end the history tells. The camera's loss has lines of its own. */
export const endingAlarms = Object.values(alarms).filter((alarm): alarm is EndingAlarm => 'over' in alarm);

/** The kind of alarm that a finding is; null if it is none. */
export const alarmKindOf = (findingCode: string): AlarmKind | null =>
  alarmKinds.find((kind) => alarms[kind].finding === findingCode) ?? null;
