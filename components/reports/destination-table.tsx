import { type FigureColumn, FigureTable } from '@/components/controls/figure-table';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { CameraReport, DestinationHistory } from '@/lib/contracts/reports';
import { PrintedRest } from './printed-rest';
import { figureWords, lengthWords, megabitWords } from './report-words';

const printedRows = 4;
/** The heading, its space, and the head of the table. */
const headLines = 4;

/** Lines of the second printed page that so many destinations take. */
export const printedDestinationLines = (count: number): number =>
  count === 0 ? 0 : headLines + Math.min(count, printedRows + 1);

interface DestinationTableProps {
  destinations: DestinationHistory[];
  cameras: CameraReport[];
}

/** Figures of each destination. The list of what happened has the causes of its interruptions. */
export function DestinationTable({ destinations, cameras }: DestinationTableProps) {
  const { toMinute } = useEventClock();
  const columns: FigureColumn<DestinationHistory>[] = [
    {
      name: 'When',
      value: ({ live }) => {
        const [first, last] = [live.at(0), live.at(-1)];
        return first && last ? `${toMinute(new Date(first.from))} to ${toMinute(new Date(last.to))}` : 'Never';
      },
    },
    { name: 'Live', value: ({ live_seconds }) => lengthWords(live_seconds) },
    {
      name: 'Interruptions',
      value: ({ interruptions, interrupted_seconds }) =>
        interruptions.length === 0 ? '0' : `${interruptions.length} (${lengthWords(interrupted_seconds)})`,
    },
    { name: 'Bitrate', unit: 'avg, Mbit/s', value: ({ bitrate_avg_kbps }) => megabitWords(bitrate_avg_kbps) },
    { name: 'Frames left out', value: ({ dropped_frames }) => figureWords(dropped_frames) },
    { name: 'Camera', value: ({ camera_id }) => cameras.find(({ id }) => id === camera_id)?.name ?? '–' },
  ];
  return (
    <>
      <FigureTable
        label="Figures of each destination"
        heading="Destination"
        rows={destinations}
        columns={columns}
        printedRows={printedRows}
      />
      <PrintedRest count={destinations.length - printedRows} noun="destination" />
    </>
  );
}
