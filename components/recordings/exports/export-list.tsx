'use client';

import { Download, Trash2 } from 'lucide-react';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useDeleteExport, useExportDownload, useExports } from '@/lib/browser/data/use-exports';
import { type EventClock, useEventClock } from '@/lib/browser/page/event-clock';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { exportFormats, isOneArchive } from '@/lib/contracts/export-formats';
import type { ExportDownload, ExportJson } from '@/lib/contracts/exports';
import { lifetimes, timeWords } from '@/lib/contracts/limits';
import { durationWords, sizeWords } from '../recording-words';
import { exportFaultWords, exportNoteWords } from './export-words';

/** An event's exports with their progress and files; nothing while there are none. */
export function ExportList({ eventId }: { eventId: string }) {
  const { data: rows = [] } = useExports(eventId);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="exports" className="grid gap-3">
      <div>
        <h2 id="exports" className="font-semibold text-lg">
          Exports
        </h2>
        <p className="text-muted text-sm">Kept for {timeWords(lifetimes.exportFiles)}.</p>
      </div>
      <ul className="divide-y rounded-lg border">
        {rows.map((row) => (
          <ExportRow key={row.id} eventId={eventId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function ExportRow({ eventId, row }: { eventId: string; row: ExportJson }) {
  const clock = useEventClock();
  const { format, status, fault, files, edit_name: editName, created_at: createdAt } = row.attributes;
  const remove = useDeleteExport(eventId);
  const download = useExportDownload();
  const version = editName === null ? '' : ` of “${editName}”`;
  const title = `${exportFormats[format].name}${version}, ${clock.dayToMinute(Date.parse(createdAt))}`;
  const isUnfinished = status === 'waiting' || status === 'running';
  const start = (pick: (links: ExportDownload) => { url: string } | null | undefined) =>
    download.mutateAsync(row.id).then(({ data }) => {
      const link = pick(data);
      if (link) window.location.assign(link.url);
    }, toastFailure('Failed to download'));
  const removeRow = () =>
    remove.mutate(row.id, {
      onError: toastFailure(isUnfinished ? 'Failed to cancel the export' : 'Failed to remove the export'),
    });
  return (
    <li data-testid="export" className="grid gap-2 px-3 py-2 text-sm">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="truncate font-medium text-base">{title}</p>
          {status === 'failed' ? (
            <p className="text-failed">{exportFaultWords(fault ?? 'failed')}</p>
          ) : (
            <p className="text-muted tabular-nums">{isUnfinished ? progressWords(row) : doneWords(row, clock)}</p>
          )}
        </div>
        <div className="flex items-center gap-1">
          {files.length > 0 ? (
            <Button
              aria-label={`Download ${title}`}
              onClick={() => void start(({ files: links, archive }) => archive ?? links[0])}
            >
              <Download aria-hidden />
              <span className="max-sm:sr-only">
                {files.length > 1 && !isOneArchive(format) ? 'Download all (ZIP)' : 'Download'}
              </span>
            </Button>
          ) : null}
          {isUnfinished ? (
            <Button aria-label={`Cancel ${title}`} onClick={removeRow}>
              Cancel
            </Button>
          ) : (
            <Button variant="ghost" size="icon" aria-label={`Remove ${title}`} onClick={removeRow}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      </div>
      {isUnfinished ? <ProgressBar label={title} value={row.attributes.progress} /> : null}
      {files.some(({ notes }) => notes.length > 0) ? (
        <ul className="grid gap-0.5 text-muted">
          {files.flatMap(({ name, notes }) =>
            notes.map((note) => (
              <li key={`${name} ${note}`} className="wrap-anywhere">
                <bdi>{name}</bdi>: {exportNoteWords(note)}
              </li>
            )),
          )}
        </ul>
      ) : null}
      {files.length > 1 && !isOneArchive(format) ? (
        <ul className="grid gap-0.5">
          {files.map(({ name, size_bytes: size }, index) => (
            <li key={name} className="flex min-w-0 items-center gap-2">
              <Button
                variant="ghost"
                aria-label={`Download ${name}`}
                onClick={() => void start(({ files: links }) => links[index])}
                className="min-w-0 px-2 font-normal text-muted"
              >
                <Download aria-hidden />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </Button>
              <span className="ml-auto shrink-0 text-muted tabular-nums">{sizeWords(size)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function ProgressBar({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-well"
    >
      <div className="h-full bg-info" style={{ width: `${percent}%` }} />
    </div>
  );
}

function progressWords({ attributes: { status, progress, remaining_ms: remainingMs } }: ExportJson): string {
  if (status === 'waiting') return 'Waits for its turn';
  const left = remainingMs === null ? '' : `, ${durationWords(remainingMs)} left`;
  return `${Math.round(progress * 100)} %${left}`;
}

function doneWords({ attributes: { files, expires_at: expiresAt } }: ExportJson, { dayToMinute }: EventClock): string {
  const size = sizeWords(files.reduce((sum, file) => sum + file.size_bytes, 0));
  return `${countWords(files.length, 'file')} · ${size}${expiresAt ? ` · until ${dayToMinute(Date.parse(expiresAt))}` : ''}`;
}
