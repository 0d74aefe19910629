import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import { problemWords } from '@/lib/contracts/catalogue/catalogue';
import { audioProblems } from '@/lib/contracts/catalogue/problems/audio-problems';
import { linkProblems } from '@/lib/contracts/catalogue/problems/link-problems';
import { refusalProblems } from '@/lib/contracts/catalogue/problems/refusal-problems';
import { diskSpace } from '@/lib/contracts/disk-space';
import type { LineUpCheckName } from '@/lib/contracts/line-up-checks';
import type { LineUpCheck } from '@/lib/contracts/line-ups';
import type { RecorderFault, UploadFault } from '@/lib/contracts/recordings';
import type { Finding, StreamSignal } from '@/lib/contracts/streams';
import type { TallyState } from '@/lib/core/tally';

/** A second of a camera. */
export interface LineUpSample {
  fps: number;
  /** The louder channel's peak; null where no sound was decoded. */
  peakDbfs: number | null;
  latencyMs: number | null;
  playersMarginMs: number | null;
}

/** Everything that a line-up knows of a camera that is on. */
export interface LineUpCameraFacts {
  signal: StreamSignal;
  /** Problems that were there in the ten seconds. */
  problems: Finding[];
  samples: LineUpSample[];
  silence: AlarmSettings['silent'];
  audioDelayMs: number;
  /** By how much its sound is earlier than that of the cameras that hear the same; null where none do. */
  shiftMs: number | null;
  /** Null where no switcher is set up. */
  tally: { state: TallyState | null; silentSwitcher: string | null } | null;
  /** Null while nothing is recorded. */
  recorder: { fault: RecorderFault | null; uploadFault: UploadFault | null; freePercent: number | null } | null;
  recordsWhenOn: boolean;
  /** Null for a camera that is not a phone, and for one that does not tell. */
  battery: { percent: number; isCharging: boolean } | null;
}

/** Below it a phone that is not charging may not last the show. */
const minBatteryPercent = 30;
/** A frame rate below it is a picture that stands. */
const minFps = 1;

type Judgement = Omit<LineUpCheck, 'check'>;

const checks: Record<LineUpCheckName, (facts: LineUpCameraFacts) => Judgement | null> = {
  picture: (facts) => {
    const { signal, samples } = facts;
    const fps = mean(samples.map((sample) => sample.fps));
    const figure = { value: rounded(fps), unit: 'fps' };
    const found = problemOf(facts, 'picture');
    if (found) return wrong(found.sentence, found.fix, figure);
    if (signal !== 'live')
      return wrong('No picture arrives.', 'Check that the camera sends, and that its address is right.');
    if (fps === null) {
      return wrong(
        'Nothing was measured of it in these ten seconds.',
        'Run the system check: the gateway does not report.',
      );
    }
    if (samples.some((sample) => sample.fps < minFps)) {
      return wrong(
        'The picture stood still for a second.',
        'Check the encoder and its network, then line up again.',
        figure,
      );
    }
    return well(`${rounded(fps)} frames a second arrive.`, figure);
  },

  sound: (facts) => {
    const { samples, silence } = facts;
    const peak = max(samples.map((sample) => sample.peakDbfs));
    const figure = { value: rounded(peak), unit: 'dBFS' };
    const found = problemOf(facts, 'sound');
    if (found) return wrong(found.sentence, found.fix, figure);
    if (peak === null) return unknown('No sound was decoded.');
    const words = problemWords({ code: 'audio_silent', figures: { levelDbfs: silence.below_dbfs, audioTrack: null } });
    if (peak <= silence.below_dbfs && silence.is_on && words) return wrong(words.sentence, words.fix, figure);
    return well(`The loudest peak was ${rounded(peak)} dBFS.`, figure);
  },

  lip_sync: ({ audioDelayMs }) =>
    audioDelayMs === 0
      ? unknown('Nobody has measured it; the sound is not moved.')
      : well(`The sound is moved by ${audioDelayMs} ms.`, { value: audioDelayMs, unit: 'ms' }),

  offset: ({ samples, shiftMs }) => {
    const marginMs = min(samples.map((sample) => sample.playersMarginMs));
    const fps = mean(samples.map((sample) => sample.fps));
    const frames = shiftMs === null || fps === null ? null : rounded((shiftMs * fps) / 1_000);
    const figure = { value: frames, unit: 'frames' };
    if (marginMs !== null && marginMs < 0) {
      const late = Math.ceil(-marginMs);
      return wrong(
        `It is ${late} ms too late for players that are kept in step.`,
        `Raise the delay of Keep players in step by ${late} ms, or lower the camera’s latency.`,
        figure,
      );
    }
    if (frames === null) return unknown('No other camera hears the same sound.');
    return well(
      `By sound it is ${Math.abs(frames)} frames ${frames < 0 ? 'late' : 'early'}; recordings are moved by that.`,
      figure,
    );
  },

  tally: ({ tally }) => {
    if (!tally) return unknown('No switcher is set up.');
    if (tally.silentSwitcher !== null) {
      return wrong(
        `The switcher ${tally.silentSwitcher} does not report.`,
        'Start its tally agent, or check the switcher’s network.',
      );
    }
    if (tally.state === null || tally.state === 'unknown') {
      return wrong('The switcher has no input for this camera.', 'Choose its input under More, Tally.');
    }
    return well('The switcher reports it.');
  },

  disk: ({ recorder, recordsWhenOn }) => {
    if (!recorder) {
      return recordsWhenOn
        ? wrong('It is to record, and does not.', 'Press Record, and read what the recordings page says.')
        : unknown('It does not record now.');
    }
    const { fault, uploadFault, freePercent } = recorder;
    const figure = { value: freePercent === null ? null : Math.floor(freePercent), unit: '% free' };
    if (fault) return wrong(...recorderFaults[fault], figure);
    if (uploadFault) return wrong(...uploadFaults[uploadFault], figure);
    if (freePercent !== null && freePercent < diskSpace.lowPercent) {
      return wrong(`Only ${figure.value} % of the disk is free.`, 'Delete or move old recordings.', figure);
    }
    return well('It records.', figure);
  },

  battery: ({ battery }) => {
    if (!battery) return null;
    const { percent, isCharging } = battery;
    const figure = { value: percent, unit: '%' };
    if (percent < minBatteryPercent && !isCharging) {
      return wrong(`The battery is at ${percent} %, and not charging.`, 'Plug the phone in.', figure);
    }
    return well(isCharging ? 'The battery is charging.' : `The battery is at ${percent} %.`, figure);
  },

  latency: (facts) => {
    const latencyMs = mean(facts.samples.map((sample) => sample.latencyMs));
    const figure = { value: latencyMs === null ? null : Math.round(latencyMs), unit: 'ms' };
    const found = problemOf(facts, 'latency');
    if (found) return wrong(found.sentence, found.fix, figure);
    return figure.value === null ? unknown('It was not measured.') : well(`It was ${figure.value} ms.`, figure);
  },
};

const recorderFaults: Record<RecorderFault, [sentence: string, fix: string]> = {
  disk_full: ['The disk is full, so recording has paused.', 'Free some space: it goes on by itself.'],
  disk_nearly_full: [
    'Less than 5 % of the disk is free, so nothing is recorded.',
    'Free some space: it begins by itself.',
  ],
  cannot_write: ['The disk refuses to write, so recording has paused.', 'Check the disk and its rights.'],
  too_slow: ['The disk does not keep up, so parts are missing.', 'Record fewer cameras on it, or use a faster disk.'],
};
const uploadFaults: Record<UploadFault, [sentence: string, fix: string]> = {
  bucket_away: [
    'The bucket does not answer, so recordings wait on the disk.',
    'Check the bucket’s address and network.',
  ],
  bucket_refuses: ['The bucket refuses recordings, so they wait on the disk.', 'Check its key and rights.'],
};

/** Judges a camera that is on. Checks that make no sense for it are left out. */
export const checkCamera = (facts: LineUpCameraFacts): LineUpCheck[] =>
  Object.entries(checks).flatMap(([name, check]) => {
    const judgement = check(facts);
    return judgement ? { check: name as LineUpCheckName, ...judgement } : [];
  });

type ProblemCheck = 'picture' | 'sound' | 'latency';

/** The gravest problem of a check. Advice is none, and refused callers say nothing about a camera that is live. */
function problemOf({ problems, signal }: LineUpCameraFacts, check: ProblemCheck): Finding | undefined {
  const found = problems.filter(
    ({ code, severity }) =>
      severity !== 'info' && checkOf(code) === check && !(signal === 'live' && code in refusalProblems),
  );
  return found.find(({ severity }) => severity === 'critical') ?? found[0];
}

const checkOf = (code: string): ProblemCheck =>
  code in audioProblems ? 'sound' : code in linkProblems ? 'latency' : 'picture';

interface Figure {
  value: number | null;
  unit: string;
}

const well = (sentence: string, figure?: Figure): Judgement => judgementOf('well', sentence, null, figure);
const wrong = (sentence: string, fix: string, figure?: Figure): Judgement =>
  judgementOf('wrong', sentence, fix, figure);
const unknown = (sentence: string): Judgement => judgementOf('unknown', sentence, null);

const judgementOf = (
  state: LineUpCheck['state'],
  sentence: string,
  fix: string | null,
  figure?: Figure,
): Judgement => ({
  state,
  sentence,
  fix,
  value: figure?.value ?? null,
  unit: figure && figure.value !== null ? figure.unit : null,
});

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

function mean(values: (number | null)[]): number | null {
  const numbers = known(values);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

const max = (values: (number | null)[]): number | null =>
  known(values).toSorted((one, other) => other - one)[0] ?? null;
const min = (values: (number | null)[]): number | null =>
  known(values).toSorted((one, other) => one - other)[0] ?? null;

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
