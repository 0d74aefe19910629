'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { EventTabs } from '@/components/controls/event-tabs';
import { Failure } from '@/components/controls/failure';
import { SelectField } from '@/components/controls/field';
import { EmptyState } from '@/components/controls/section';
import { usePageTitle } from '@/components/shell/use-page-title';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvent } from '@/lib/browser/data/use-events';
import { useMarks } from '@/lib/browser/data/use-marks';
import { useRecordings, useRecordingTimelines, useTallyChanges } from '@/lib/browser/data/use-recordings';
import { useStreams } from '@/lib/browser/data/use-streams';
import { EventClockProvider, eventClock } from '@/lib/browser/page/event-clock';
import type { CurrentRecording } from '@/lib/contracts/recordings';
import type { Stretch } from '@/lib/core/stretch';
import { cutsOf } from './cuts/cut';
import { ExportList } from './exports/export-list';
import { RecorderHint } from './record-button';
import { lanesOf, laneWithin, openingMs, sessionsOf, withOnAir } from './recording-lanes';
import { RecordingList } from './recording-list';
import { durationWords } from './recording-words';

/** The player weighs more than the rest of the page. */
const Playback = dynamic(() => import('./playback').then(({ Playback }) => Playback), {
  ssr: false,
  loading: () => <Skeleton className="aspect-video w-full" />,
});

/** An event's recordings: synchronized playback of its cameras, and the files. */
export function RecordingsScreen({ eventId, atMs }: { eventId: string; atMs: number | null }) {
  const event = useEvent(eventId);
  const recordings = useRecordings(eventId);
  const marks = useMarks(eventId).data ?? [];
  const rows = recordings.data ?? [];
  const timelines = useRecordingTimelines(
    rows.map(({ id, attributes }) => ({ id, isGrowing: attributes.ended_at === null })),
  );
  const [chosen, setChosen] = useState<{ session: Stretch; key: number } | null>(null);
  usePageTitle(event.data ? `Recordings of ${event.data.attributes.name}` : null);

  const known = rows.flatMap((recording, index) => {
    const timeline = timelines[index]?.data;
    return timeline ? [{ recording, timeline }] : [];
  });
  const failure = [event, recordings, ...timelines].find(({ isError, data }) => isError && !data)?.error;
  const isRecording = rows.some(({ attributes }) => attributes.ended_at === null);
  const changes = useTallyChanges(eventId, isRecording);
  const isLoading = recordings.isPending || timelines.some(({ isPending }) => isPending) || changes.isLoading;
  const lanes = withOnAir(lanesOf(known), changes.data ?? []);
  const sessions = sessionsOf(lanes);
  const shown = shownSession(sessions, chosen?.session ?? null, atMs);
  // Another show that comes or goes is no reason to leave this one, and what is being written in it.
  if (shown && chosen === null && !isLoading) setChosen({ session: shown, key: sessions.indexOf(shown) });
  // It was deleted.
  if (shown && chosen !== null && !overlap(shown, chosen.session)) setChosen({ session: shown, key: shown.startMs });
  const cuts = shown
    ? cutsOf(
        changes.data ?? [],
        lanes.map(({ id }) => id),
        shown,
      )
    : [];
  const lanesOfShown = shown ? lanes.flatMap((lane) => laneWithin(lane, shown) ?? []) : [];
  const timeZone = event.data?.attributes.time_zone;
  const clock = eventClock(timeZone);
  const place = clock.placeAt(shown?.startMs ?? Date.now());
  const mayExport = useMay('recordings.export');
  const running = (useStreams(eventId).data ?? []).flatMap(({ attributes }) => attributes.recording ?? []);
  const mostTroubled = running.toSorted((one, other) => troubleOf(other) - troubleOf(one))[0];

  return (
    <EventClockProvider timeZone={timeZone}>
      <div className="grid gap-6">
        <div className="grid gap-4">
          <EventTabs eventId={eventId} />
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div className="min-w-0">
              <h1 className="font-semibold text-xl">Recordings</h1>
              {event.data ? (
                <p className="wrap-anywhere text-muted">
                  <bdi>{event.data.attributes.name}</bdi>
                  {place ? ` · All times are ${place} time` : ''}
                </p>
              ) : null}
            </div>
            {sessions.length > 1 && shown ? (
              <SelectField
                label="Show"
                value={String(shown.startMs)}
                onChange={({ target }) => {
                  const session = sessions.find(({ startMs }) => startMs === Number(target.value));
                  if (session) setChosen({ session, key: session.startMs });
                }}
              >
                {sessions.toReversed().map(({ startMs, endMs }) => (
                  <option key={startMs} value={startMs}>
                    {clock.dayToMinute(startMs)}, {durationWords(endMs - startMs)}
                  </option>
                ))}
              </SelectField>
            ) : null}
          </div>
        </div>
        <Failure error={failure} text="Failed to load recordings" />
        {mostTroubled ? <RecorderHint recording={mostTroubled} /> : null}
        {shown && !changes.isLoading ? (
          <Playback
            key={chosen?.key ?? sessions.indexOf(shown)}
            eventId={eventId}
            marks={marks}
            lanes={lanesOfShown}
            cuts={cuts}
            session={shown}
            isGrowing={isRecording && shown === sessions.at(-1)}
            startMs={
              atMs !== null && atMs >= shown.startMs && atMs < shown.endMs ? atMs : openingMs(lanesOfShown, cuts, shown)
            }
          />
        ) : isLoading && !failure ? (
          <Skeleton className="aspect-video w-full" />
        ) : rows.length === 0 && !failure ? (
          <EmptyState
            title="Nothing is recorded yet"
            text="Press Record on a camera that is on. It is recorded as it comes, without a loss of quality."
          >
            <Button asChild variant="primary">
              <Link href={`/events/${eventId}`}>Go to the cameras</Link>
            </Button>
          </EmptyState>
        ) : null}
        {mayExport ? <ExportList eventId={eventId} /> : null}
        {rows.length > 0 ? (
          <RecordingList eventId={eventId} recordings={rows} timelines={timelines.map(({ data }) => data)} />
        ) : null}
      </div>
    </EventClockProvider>
  );
}

/** A recording with a fault comes before one whose disk has little left. */
const troubleOf = ({ fault, upload, free_percent: freePercent }: CurrentRecording): number =>
  fault || upload?.fault ? Number.POSITIVE_INFINITY : 100 - (freePercent ?? 100);

/** Whether two stretches are of one session: an offset moves its start, and a recording that goes on its end. */
const overlap = (one: Stretch, other: Stretch): boolean => one.startMs <= other.endMs && other.startMs <= one.endMs;

/** The session that was chosen, or the nearest one where it is gone; else that of the moment in the address, else the last. */
function shownSession(sessions: Stretch[], chosen: Stretch | null, atMs: number | null): Stretch | undefined {
  if (chosen !== null) {
    const apartMs = ({ startMs }: Stretch) => Math.abs(startMs - chosen.startMs);
    return (
      sessions.find((session) => overlap(session, chosen)) ?? sessions.toSorted((a, b) => apartMs(a) - apartMs(b))[0]
    );
  }
  return sessions.find(({ startMs, endMs }) => atMs !== null && atMs >= startMs && atMs < endMs) ?? sessions.at(-1);
}
