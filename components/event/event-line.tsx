'use client';

import { durationWords, sizeWords } from '@/components/recordings/recording-words';
import { countsSentence, useShownSummary } from '@/components/stream/shown-state';
import { troubleOf } from '@/components/stream/trouble';
import type { EventTimes } from '@/lib/browser/data/use-events';
import { useRecordedTotal } from '@/lib/browser/data/use-recordings';
import { useNow } from '@/lib/browser/page/clock';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { CurrentRecording } from '@/lib/contracts/recordings';
import type { StreamJson } from '@/lib/contracts/streams';
import { dayMs, hourMs, minuteMs, secondMs } from '@/lib/core/durations';

interface EventLineProps {
  event: EventSummaryJson | undefined;
  eventId: string;
  streams: StreamJson[];
}

/** An event in one line: how long the show lasts, how its cameras are, what is recorded, and for how long the disk suffices. */
export function EventLine({ event, eventId, streams }: EventLineProps) {
  const nowMs = useNow().getTime();
  const isOnAir = useOnAir(streams).length > 0;
  const counts = useShownSummary(streams, (states) =>
    countsSentence(
      states,
      streams.map(({ attributes }) => troubleOf(attributes) !== null),
    ),
  );
  const running = streams.flatMap(({ attributes }) => attributes.recording ?? []);
  const bytes = useRecordedTotal(eventId, running.length > 0).data?.size_bytes ?? 0;
  const leftMs = diskTimeMs(running, nowMs);
  return (
    <>
      {[
        event && showWords(nowMs, event.attributes, isOnAir),
        counts,
        bytes > 0 && `${sizeWords(bytes)} recorded`,
        leftMs !== null && leftMs < maxDiskTimeMs && `disk for ${spanWords(leftMs)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}

/** A disk that suffices for longer is not worth a word. */
const maxDiskTimeMs = 14 * dayMs;
/** The rate of a recording that is younger is not known yet. */
const minRecordedMs = 20 * secondMs;

/** How long an event's show lasts, or until it starts. @returns null where nothing is known, or worth saying */
export function showWords(nowMs: number, { starts_at, ends_at }: EventTimes, isOnAir: boolean): string | null {
  const startMs = starts_at === null ? null : Date.parse(starts_at);
  const endMs = ends_at === null ? null : Date.parse(ends_at);
  if (startMs !== null && nowMs < startMs)
    return startMs - nowMs < dayMs ? `Starts in ${durationWords(startMs - nowMs)}` : null;
  // A show without an end is not on for days.
  const isShow = startMs !== null && nowMs < (endMs ?? startMs + dayMs);
  if (isShow) return `${isOnAir ? 'On air' : 'On for'} ${durationWords(nowMs - startMs)}`;
  return isOnAir ? 'On air' : null;
}

/**
 * How long the fullest of the disks suffices, in milliseconds, if these recordings go on as until now.
 * @returns null while that is not known, and where recordings go on to a bucket
 */
export function diskTimeMs(running: readonly CurrentRecording[], nowMs: number): number | null {
  const onDisk = running.filter(({ upload }) => upload === null);
  const free = onDisk.flatMap(({ free_bytes: bytes }) => bytes ?? []);
  const known = onDisk.filter(({ started_at: since }) => nowMs - Date.parse(since) >= minRecordedMs);
  const bytesPerMs = known.reduce(
    (sum, { size_bytes: bytes, started_at: since }) => sum + bytes / (nowMs - Date.parse(since)),
    0,
  );
  if (free.length === 0 || bytesPerMs === 0) return null;
  return free.reduce((least, bytes) => Math.min(least, bytes)) / bytesPerMs;
}

/** A span in its largest unit, rounded down. */
function spanWords(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  return ms >= hourMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / minuteMs)} min`;
}
