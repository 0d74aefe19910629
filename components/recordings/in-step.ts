import type { RecordingRun, RecordingTimeline } from '@/lib/contracts/recordings';
import { type CaptureClock, type Captured, worseCaptured } from '@/lib/core/capture-fit';
import { lookUp } from '@/lib/core/look-up';
import type { Stretch } from '@/lib/core/stretch';

const clockWords: Record<CaptureClock, string> = {
  encoder: 'by the encoder’s clock',
  sound: 'by sound',
  calibrated: 'by calibration',
  sent: 'by time of sending',
  arrival: 'by time of arrival',
};

/** About a frame: who looks at two cameras does not see less. */
const noticeableMs = 33;

/**
 * How well cameras are in step, such as "In step to 8 ms, by sound": the least sure one decides.
 * @param cameras each camera's timelines
 * @param shown only runs with something of this stretch count
 * @returns null where there are not two cameras to compare
 */
export function inStepWords(cameras: Pick<RecordingTimeline, 'parts' | 'runs'>[][], shown: Stretch): string | null {
  const worst = cameras.flatMap((timelines) => {
    const runs = timelines.flatMap((timeline) => runsWithin(timeline, shown));
    return runs.length === 0 ? [] : [runs.map(capturedOf).reduce(worseCaptured)];
  });
  if (worst.length < 2) return null;
  const { clock, uncertaintyMs } = worst.reduce(worseCaptured);
  return `In step to ${uncertaintyMs} ms, ${lookUp(clockWords, clock) ?? 'by another clock'}`;
}

/** The runs of a show that stand apart from the one before by more than a frame, with a sentence for each. */
export function runsApart(
  timelines: Pick<RecordingTimeline, 'runs'>[],
  { startMs, endMs }: Stretch,
): { atMs: number; sentence: string }[] {
  const isShown = (atMs: number) => atMs >= startMs && atMs < endMs;
  return timelines.flatMap(({ runs }) =>
    runs.flatMap(({ start_us: startUs, apart_ms: apartMs }) =>
      apartMs === null || Math.abs(apartMs) <= noticeableMs || !isShown(startUs / 1_000)
        ? []
        : [{ atMs: startUs / 1_000, sentence: apartWords(apartMs) }],
    ),
  );
}

const apartWords = (apartMs: number): string =>
  `From here on this camera is ${Math.abs(apartMs)} ms ${apartMs > 0 ? 'later' : 'earlier'} than before. Check it under Bring cameras in step.`;

const capturedOf = ({ clock, uncertainty_ms: uncertaintyMs }: RecordingRun): Captured => ({ clock, uncertaintyMs });

function runsWithin({ parts, runs }: Pick<RecordingTimeline, 'parts' | 'runs'>, shown: Stretch): RecordingRun[] {
  const last = parts.at(-1);
  const endUs = last ? last.start_us + last.duration_us : 0;
  return runs.filter(
    ({ start_us: startUs }, index) =>
      startUs / 1_000 < shown.endMs && (runs[index + 1]?.start_us ?? endUs) / 1_000 > shown.startMs,
  );
}
