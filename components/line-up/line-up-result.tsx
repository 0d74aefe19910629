import { type FigureColumn, FigureTable } from '@/components/controls/figure-table';
import { type LineUpCheckName, lineUpCheckNames, lineUpChecks } from '@/lib/contracts/line-up-checks';
import type { LineUpCamera, LineUpCheck, LineUpFacts } from '@/lib/contracts/line-ups';

/** Lists what was wrong, camera by camera, and what to do. */
export function TroubleList({ lineUp: { cameras } }: { lineUp: LineUpFacts }) {
  const troubles = cameras.flatMap(({ id, name, checks }) =>
    checks.filter(({ state }) => state === 'wrong').map((found) => ({ id, camera: name, found })),
  );
  if (troubles.length === 0) return null;
  return (
    <ul className="grid gap-2 print:gap-0.5">
      {troubles.map(({ id, camera, found: { check, sentence, fix } }) => (
        <li key={`${id} ${check}`}>
          <span aria-hidden className="text-failed">
            ■{' '}
          </span>
          <bdi className="font-medium">{camera}</bdi>: {sentence} <span className="text-muted">{fix}</span>
        </li>
      ))}
    </ul>
  );
}

const checkOf = ({ checks }: LineUpCamera, name: LineUpCheckName): LineUpCheck | undefined =>
  checks.find(({ check }) => check === name);

const words: Record<LineUpCheck['state'], string> = { well: 'OK', wrong: 'Wrong', unknown: '–' };

function Cell({ check }: { check: LineUpCheck | undefined }) {
  if (!check) return '–';
  const { state, value, unit, sentence } = check;
  const figure = value === null ? words[state] : `${value} ${unit}`;
  return (
    <span title={sentence} className={state === 'wrong' ? 'font-medium text-failed' : ''}>
      {state === 'wrong' ? '■ ' : ''}
      {figure}
    </span>
  );
}

const columns: FigureColumn<LineUpCamera>[] = lineUpCheckNames.map((name) => ({
  name: lineUpChecks[name],
  value: (camera) => (camera.is_on ? <Cell check={checkOf(camera, name)} /> : name === 'picture' ? 'Off' : ''),
}));

/** Each check of each camera. */
export const LineUpTable = ({ lineUp: { cameras } }: { lineUp: LineUpFacts }) => (
  <FigureTable label="Checks of each camera" heading="Camera" rows={cameras} columns={columns} />
);
