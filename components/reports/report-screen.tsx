'use client';

import { useMutation } from '@tanstack/react-query';
import { FileCheck2, GitCompareArrows, Link2, Printer } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import { EventTabs } from '@/components/controls/event-tabs';
import { Failure } from '@/components/controls/failure';
import { SelectField } from '@/components/controls/field';
import { EmptyState } from '@/components/controls/section';
import { usePageTitle } from '@/components/shell/use-page-title';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';
import { useReport, useReports } from '@/lib/browser/data/use-report';
import { momentKey, useThumbnails } from '@/lib/browser/data/use-thumbnails';
import { EventClockProvider, eventClock } from '@/lib/browser/page/event-clock';
import { saveFile } from '@/lib/browser/page/save-file';
import { toast } from '@/lib/browser/page/toast';
import { reportCsv } from '@/lib/contracts/report-csv';
import type { ReportJson } from '@/lib/contracts/reports';
import { showMoments } from '@/lib/contracts/show-moments';
import { Comparison } from './comparison';
import type { PicturedMoment } from './report-pictures';
import { ReportSkeleton } from './report-skeleton';
import { ReportView } from './report-view';

/** How an event's show goes or went, with all reports before. @param linkedId the report that the address names */
export function ReportScreen({ eventId, linkedId }: { eventId: string; linkedId: string | undefined }) {
  const [chosenId, setChosenId] = useState(linkedId);
  const [isComparing, setComparing] = useState(false);
  const report = useReport(eventId, chosenId);
  const kept = useReports(eventId).data ?? [];
  const signed = useMutation({
    mutationFn: async (id: string) => (await api('GET /reports/{id}/signed', { params: { id } })).data.attributes.file,
    onSuccess: (file) => saveFile('report.signed.json', 'application/json', file),
    onError: (error) => toast.error(messageOr(error, 'Failed to sign the report')),
  });
  usePageTitle(report.data ? `Report on ${report.data.attributes.event_name}` : null);
  const moments = usePicturedMoments(report.data ?? null);
  const timeZone = report.data?.attributes.time_zone;
  const { dayToMinute } = eventClock(timeZone);
  const earlier = kept.find(({ attributes }) => report.data && attributes.ends_at <= report.data.attributes.starts_at);
  const others = kept.filter(({ id }) => chosenId !== undefined || id !== report.data?.id);

  return (
    <EventClockProvider timeZone={timeZone}>
      <div className="grid gap-6">
        <div className="grid gap-4 print:hidden">
          <EventTabs eventId={eventId} />
          <div className="flex flex-wrap items-end justify-end gap-2">
            {others.length > 0 ? (
              <SelectField
                label="Show"
                value={chosenId ?? ''}
                onChange={({ target }) => setChosenId(target.value || undefined)}
              >
                <option value="">Latest</option>
                {others.map(({ id, attributes }) => (
                  <option key={id} value={id}>
                    {dayToMinute(Date.parse(attributes.starts_at))}
                  </option>
                ))}
              </SelectField>
            ) : null}
            {report.data ? (
              <>
                {earlier ? (
                  <Button aria-pressed={isComparing} onClick={() => setComparing((before) => !before)}>
                    <GitCompareArrows aria-hidden />
                    Compare with the last show
                  </Button>
                ) : null}
                <Button onClick={() => window.print()}>
                  <Printer aria-hidden />
                  Print
                </Button>
                <Button
                  onClick={() =>
                    report.data && saveFile('report.csv', 'text/csv', reportCsv(report.data, navigator.language))
                  }
                >
                  CSV
                </Button>
                <Button
                  onClick={() => saveFile('report.json', 'application/json', JSON.stringify(report.data, undefined, 2))}
                >
                  JSON
                </Button>
                {report.data.id !== null ? (
                  <Button disabled={signed.isPending} onClick={() => report.data?.id && signed.mutate(report.data.id)}>
                    <FileCheck2 aria-hidden />
                    Signed JSON
                  </Button>
                ) : null}
              </>
            ) : null}
          </div>
        </div>
        {report.isError && !report.data ? (
          <Alert variant="destructive">{messageOr(report.error, 'Failed to load the report')}</Alert>
        ) : report.data === undefined || (report.data && !moments) ? (
          <ReportSkeleton />
        ) : report.data === null ? (
          <EmptyState
            title="No show yet"
            text="Switch a camera on, or set when the event begins and ends. The report fills while the show runs."
          >
            <Button asChild variant="primary">
              <Link href={`/events/${eventId}`}>Go to the cameras</Link>
            </Button>
          </EmptyState>
        ) : (
          <>
            {report.data.id !== null ? <ReportLink key={report.data.id} reportId={report.data.id} /> : null}
            {earlier && isComparing ? (
              <Comparison eventId={eventId} cameras={report.data.attributes.cameras} earlierId={earlier.id} />
            ) : null}
            <ReportView report={report.data} hasRecordings moments={moments ?? []} />
          </>
        )}
      </div>
    </EventClockProvider>
  );
}

/** The moments of a report that its recordings have pictures of; undefined until they are known, so that nothing moves then. */
function usePicturedMoments(report: ReportJson | null): PicturedMoment[] | undefined {
  const moments = report ? showMoments(report.attributes) : [];
  const keyOf = ({ camera, at }: (typeof moments)[number]) => ({ streamId: camera.id, at });
  const urls = useThumbnails(moments.map(keyOf));
  if (!urls) return undefined;
  const pictured = moments.flatMap((moment) => {
    const url = urls.get(momentKey(keyOf(moment)));
    return url === undefined ? [] : [Object.assign({ url }, moment)];
  });
  // A recording with a gap has one picture of moments beside it.
  return pictured.filter(
    ({ url }, index) => pictured.findIndex((other) => fileOf(other.url) === fileOf(url)) === index,
  );
}

/** The address of a picture without its token, which is another one each time. */
const fileOf = (url: string): string | undefined => url.split('?')[0];

/** Makes a link to a final report, for people without an account, and revokes it. */
function ReportLink({ reportId }: { reportId: string }) {
  const params = { id: reportId };
  const share = useMutation({
    mutationFn: async () => (await api('POST /reports/{id}/link', { params })).data.attributes.path,
  });
  const revoke = useMutation({
    mutationFn: () => api('DELETE /reports/{id}/link', { params }),
    onSuccess: () => share.reset(),
  });
  const failure = share.error ?? revoke.error;
  return (
    <section aria-label="Link to this report" className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => share.mutate()} disabled={share.isPending}>
          <Link2 aria-hidden />
          Create a link
        </Button>
        <Button onClick={() => revoke.mutate()} disabled={revoke.isPending}>
          Revoke link
        </Button>
        <p className="text-muted text-sm">
          {revoke.isSuccess && !share.data
            ? 'Revoked. The link no longer opens the report.'
            : 'Anyone with the link can read this report. A new link replaces the last one.'}
        </p>
      </div>
      {share.data ? <CopyLine label="Link to this report" hideLabel value={location.origin + share.data} /> : null}
      <Failure error={failure} text="Failed to change the link" />
    </section>
  );
}
