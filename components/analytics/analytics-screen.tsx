'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '@/components/controls/field';
import { type FigureColumn, FigureTable } from '@/components/controls/figure-table';
import { EmptyState, Section } from '@/components/controls/section';
import { figureWords } from '@/components/reports/report-words';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';
import { queryKeys } from '@/lib/browser/data/query-keys';
import { saveFile } from '@/lib/browser/page/save-file';
import type { AnalyticsJson } from '@/lib/contracts/analytics';
import { analyticsCsv } from '@/lib/contracts/analytics-csv';
import { sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import { maxOf } from '@/lib/core/extremes';

type Attributes = AnalyticsJson['attributes'];

/** Lines of each list on the page; the CSV has more. */
const shownLines = 20;

const sourceWords = Object.fromEntries(sourceKindNames.map((kind) => [kind, sourceKinds[kind].label]));
const networkWords: Record<string, string> = {
  near: 'Round trip below 20 ms',
  far: 'Round trip 20 to 100 ms',
  very_far: 'Round trip 100 ms or more',
  unknown: 'Not measured',
};

const tenths = (value: number): string => figureWords(value, '', 1);

/** The columns of every list of use, and the one of lists that viewers are counted for. */
const cameraHours = { name: 'Camera hours', value: (row: { camera_hours: number }) => tenths(row.camera_hours) };
const gigabytes = [
  { name: 'GB in', value: (row: { gigabytes_in: number }) => tenths(row.gigabytes_in) },
  { name: 'GB to players', value: (row: { gigabytes_to_players: number }) => tenths(row.gigabytes_to_players) },
  { name: 'GB recorded', value: (row: { gigabytes_recorded: number }) => tenths(row.gigabytes_recorded) },
];
const viewerHours = { name: 'Viewer hours', value: (row: { viewer_hours: number }) => tenths(row.viewer_hours) };

/** The organization's use by month, event and camera, and the reliability of its cameras. */
export function AnalyticsScreen() {
  const [months, setMonths] = useState(12);
  const analytics = useQuery({
    queryKey: queryKeys.analytics(months),
    queryFn: async ({ signal }) => (await api('GET /analytics', { query: { months }, signal })).data,
  });
  return (
    <div className="grid gap-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-semibold text-xl">Analytics</h1>
        <div className="flex flex-wrap items-end gap-2">
          <SelectField label="Months" value={months} onChange={({ target }) => setMonths(Number(target.value))}>
            <option value={3}>3 months</option>
            <option value={12}>12 months</option>
            <option value={24}>24 months</option>
          </SelectField>
          <Button
            disabled={!analytics.data}
            onClick={() =>
              analytics.data && saveFile('analytics.csv', 'text/csv', analyticsCsv(analytics.data, navigator.language))
            }
          >
            CSV
          </Button>
        </div>
      </div>
      {analytics.isError && !analytics.data ? (
        <Alert variant="destructive">{messageOr(analytics.error, 'Failed to load the analytics')}</Alert>
      ) : analytics.data ? (
        <Figures attributes={analytics.data.attributes} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function Figures({ attributes }: { attributes: Attributes }) {
  const { months, events, cameras, sources, encoders, networks, max_streams_on: max } = attributes;
  const peak = maxOf(
    months.map(({ peak_cameras }) => peak_cameras),
    0,
  );
  if (months.length === 0)
    return <EmptyState title="No data yet" text="The first figures appear half an hour after a camera is live." />;
  return (
    <>
      <Section
        title="By month"
        text={`Days are of UTC, and today counts so far. At most ${peak} of ${max} cameras had a picture at once. GB to players are those of SRT; what browsers receive is not measured.`}
      >
        <UseTable
          label="Use by month"
          heading="Month"
          rows={months.map((row) => ({ id: row.month, name: row.month, ...row }))}
          columns={[
            cameraHours,
            viewerHours,
            ...gigabytes,
            { name: 'At once', value: (row) => figureWords(row.peak_cameras) },
          ]}
        />
      </Section>
      <Section title="By event" text={listText(events.length, 'event')}>
        <UseTable
          label="Use by event"
          heading="Event"
          rows={events.slice(0, shownLines)}
          columns={[cameraHours, viewerHours, ...gigabytes]}
        />
      </Section>
      <Section title="By camera" text={listText(cameras.length, 'camera')}>
        <UseTable
          label="Use by camera"
          heading="Camera"
          rows={cameras.slice(0, shownLines)}
          columns={[
            cameraHours,
            ...gigabytes,
            { name: 'Outages', value: (row) => figureWords(row.outages) },
            { name: 'Frames lost', value: (row) => figureWords(row.frames_lost) },
          ]}
        />
      </Section>
      <Section
        title="Reliability"
        text="By how cameras send, by the encoder as it names itself, and by the mean round trip of each day."
      >
        <Reliability label="Reliability by source" heading="Source" rows={sources} words={sourceWords} />
        <Reliability
          label="Reliability by encoder"
          heading="Encoder"
          rows={encoders.slice(0, shownLines)}
          words={{ unknown: 'Not named' }}
        />
        <Reliability label="Reliability by network" heading="Network" rows={networks} words={networkWords} />
      </Section>
    </>
  );
}

interface ReliabilityProps {
  label: string;
  heading: string;
  rows: Attributes['sources'];
  words: Record<string, string>;
}

const Reliability = ({ label, heading, rows, words }: ReliabilityProps) => (
  <UseTable
    label={label}
    heading={heading}
    rows={rows.map((row) => ({ id: row.kind, name: words[row.kind] ?? row.kind, ...row }))}
    columns={[
      cameraHours,
      { name: 'Outages per hour', value: (row) => figureWords(row.outages_per_hour, '', 2) },
      { name: 'Loss, %', value: (row) => figureWords(row.loss_percent, '', 2) },
    ]}
  />
);

const listText = (count: number, noun: string): string =>
  count > shownLines
    ? `The ${shownLines} with the most camera hours. The CSV has up to 500 ${noun}s.`
    : 'The most camera hours first.';

interface UseTableProps<Row extends { id: string; name: string }> {
  label: string;
  heading: string;
  rows: Row[];
  columns: FigureColumn<Row>[];
}

function UseTable<Row extends { id: string; name: string }>(props: UseTableProps<Row>) {
  if (props.rows.length === 0) return <p className="text-muted">Nothing was counted in these months.</p>;
  return <FigureTable {...props} />;
}
