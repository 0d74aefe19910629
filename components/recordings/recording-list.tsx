'use client';

import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useDeleteRecording, useRecordingDownload } from '@/lib/browser/data/use-recordings';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { RecordingJson, RecordingTimeline } from '@/lib/contracts/recordings';
import { RecordingTime } from './record-button';
import { durationWords, sizeWords, uploadWordsOf } from './recording-words';

interface RecordingListProps {
  eventId: string;
  recordings: RecordingJson[];
  /** Undefined where it is not loaded. */
  timelines: (RecordingTimeline | undefined)[];
}

/** The recordings of an event as files, the newest first. */
export function RecordingList({ eventId, recordings, timelines }: RecordingListProps) {
  const { dayToMinute } = useEventClock();
  const mayExport = useMay('recordings.export');
  const mayDelete = useMay('recordings.delete');
  const remove = useDeleteRecording(eventId);
  const download = useRecordingDownload();
  const startDownload = (id: string) =>
    download
      .mutateAsync(id)
      .then(({ data }) => window.location.assign(data.url), toastFailure('Failed to download recording'));
  const [asked, setAsked] = useState<RecordingJson | null>(null);
  const rows = recordings.map((recording, index) => ({ recording, timeline: timelines[index] })).toReversed();
  return (
    <section aria-labelledby="recording-files" className="grid gap-3">
      <h2 id="recording-files" className="font-semibold text-lg">
        Files
      </h2>
      <ul className="divide-y rounded-lg border">
        {rows.map(({ recording, timeline }) => {
          const {
            camera_name: name,
            started_at: startedAt,
            ended_at: endedAt,
            size_bytes: size,
            upload,
          } = recording.attributes;
          return (
            <li
              key={recording.id}
              data-testid="recording"
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-2 text-sm"
            >
              <div className="min-w-0">
                <p dir="auto" className="truncate font-medium text-base">
                  {name}
                </p>
                <p className="text-muted tabular-nums">
                  {dayToMinute(Date.parse(startedAt))} ·{' '}
                  {endedAt ? (
                    durationWords(Date.parse(endedAt) - Date.parse(startedAt))
                  ) : (
                    <span className="text-failed">
                      <RecordingTime startedAt={startedAt} />
                    </span>
                  )}{' '}
                  · {sizeWords(size)}
                </p>
                {upload && (upload.fault || endedAt) ? (
                  <p className={upload.fault ? 'text-failed' : 'text-muted'}>{uploadWordsOf(upload)}</p>
                ) : null}
              </div>
              <div className="flex items-center gap-1">
                {mayExport && timeline && timeline.parts.length > 0 ? (
                  <Button aria-label={`Download ${name}`} onClick={() => void startDownload(recording.id)}>
                    <Download aria-hidden />
                    <span className="max-sm:sr-only">Download</span>
                  </Button>
                ) : null}
                {mayDelete && endedAt ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Delete the recording of ${name}`}
                    onClick={() => setAsked(recording)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      <Confirm
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        question={`Delete the recording of ${asked?.attributes.camera_name}?`}
        consequence={`Its ${sizeWords(asked?.attributes.size_bytes ?? 0)} are gone for good.`}
        action="Delete"
        onConfirm={() => {
          if (!asked) return;
          remove.mutate(asked.id, {
            onError: toastFailure('Failed to delete recording'),
          });
        }}
      />
    </section>
  );
}
