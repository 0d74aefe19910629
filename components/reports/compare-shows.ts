import type { CameraReport } from '@/lib/contracts/reports';

/** A camera's figure in two shows. Lower is better for each of them. */
export interface ComparedFigure {
  name: string;
  unit: string;
  decimals: 0 | 1 | 2;
  /** Null where it was not measured. */
  before: number | null;
  now: number | null;
  verdict: 'better' | 'worse' | 'same' | 'unknown';
}

/** A camera of both shows. */
interface ComparedCamera {
  id: string;
  number: number;
  name: string;
  figures: ComparedFigure[];
}

/** Figures that shows of different lengths have in common, with the smallest difference that anybody notices. */
const figures: (Pick<ComparedFigure, 'name' | 'unit' | 'decimals'> & {
  noticed: number;
  read(camera: CameraReport): number | null;
})[] = [
  {
    name: 'Outage per hour',
    unit: 's',
    decimals: 0,
    noticed: 1,
    read: ({ outage_seconds: outageSeconds, ...camera }) => perHour(outageSeconds, camera, outageSeconds),
  },
  {
    name: 'Frames lost per hour',
    unit: '',
    decimals: 0,
    noticed: 10,
    read: ({ frames_lost: framesLost, ...camera }) => perHour(framesLost, camera),
  },
  { name: 'Loss', unit: '%', decimals: 2, noticed: 0.05, read: ({ loss_percent: percent }) => percent },
  { name: 'Latency p95', unit: 'ms', decimals: 0, noticed: 10, read: ({ latency_p95_ms: ms }) => ms },
];
/** A smaller change is the same: no two shows are alike. */
const noticedShare = 0.1;

/** The cameras of both shows, in their order of the later one, each with its figures then and now. */
export function compareShows(before: CameraReport[], now: CameraReport[]): ComparedCamera[] {
  return now.flatMap((camera) => {
    const earlier = before.find(({ id }) => id === camera.id);
    if (!earlier) return [];
    const compared = figures.map(({ read, noticed, ...figure }) => {
      const [then, today] = [read(earlier), read(camera)];
      return { ...figure, before: then, now: today, verdict: judge(then, today, noticed) };
    });
    return [{ id: camera.id, number: camera.number, name: camera.name, figures: compared }];
  });
}

function judge(before: number | null, now: number | null, noticed: number): ComparedFigure['verdict'] {
  if (before === null || now === null) return 'unknown';
  const change = now - before;
  if (Math.abs(change) < Math.max(noticed, noticedShare * Math.max(before, now))) return 'same';
  return change < 0 ? 'better' : 'worse';
}

/** @param awaySeconds time without a picture in which the figure counts, too; null without a minute of such time */
function perHour(count: number, { live_seconds: liveSeconds }: Pick<CameraReport, 'live_seconds'>, awaySeconds = 0) {
  const seconds = liveSeconds + awaySeconds;
  return seconds < 60 ? null : (count / seconds) * 3_600;
}
