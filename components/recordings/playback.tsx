'use client';

import { BookmarkPlus, Link2, Pause, Play, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/select';
import { useMay } from '@/lib/browser/api/use-may';
import { useIncidentsWithin } from '@/lib/browser/data/use-stream-history';
import { copyText } from '@/lib/browser/page/copy-text';
import type { MarkJson } from '@/lib/contracts/marks';
import { ExportDialog } from './exports/export-dialog';
import { clipAround, type InOut, inOutSearch, readInOut, withIn, withOut } from './in-out';
import { LaneView } from './lane-view';
import { MarkLane } from './mark-lane';
import { MarkList } from './mark-list';
import { markMs, timeWords } from './mark-words';
import { OffsetList } from './offset-list';
import { playbackRates } from './playback-clock';
import { playbackKeys, pressPlaybackKey, pressPointKey, togglePlaying } from './playback-keys';
import { RecordedCamera } from './recorded-camera';
import type { RecordedVideo } from './recorded-video';
import type { Lane, Stretch } from './recording-lanes';
import { durationWords } from './recording-words';
import { usePlaybackClock } from './use-playback-clock';
import { useSetMark } from './use-set-mark';

interface PlaybackProps {
  eventId: string;
  /** Those of the event, by time. */
  marks: MarkJson[];
  lanes: Lane[];
  session: Stretch;
  /** Where to begin, in milliseconds since 1970. */
  startMs: number;
}

/** At the end its last frame is shown, not what comes after it. */
const lastFrameMs = 40;
/** A mark that is nearer counts as the one that is shown. */
const sameMomentMs = 250;

/** All cameras of a show in step, one of them large, and the timeline that they share. */
export function Playback({ eventId, lanes, session, startMs, marks: allMarks }: PlaybackProps) {
  const { clock, isPlaying, rate, positionMs } = usePlaybackClock(startMs);
  const [largeId, setLargeId] = useState(lanes[0]?.id);
  const [audibleId, setAudibleId] = useState<string | null>(null);
  const [players] = useState(() => new Map<string, RecordedVideo>());
  const large = lanes.find(({ id }) => id === largeId) ?? lanes[0];

  const marks = allMarks.filter((mark) => markMs(mark) >= session.startMs && markMs(mark) <= session.endMs);
  const [points, setPoints] = useInOut();
  const setMark = useSetMark(eventId);
  const jumpTo = (atMs: number | null | undefined) => {
    if (atMs != null) clock.jumpTo(Math.min(session.endMs - lastFrameMs, Math.max(session.startMs, atMs)));
  };
  const mayExport = useMay('recordings.export');
  const mayReadIncidents = useMay('incidents.read');
  const incidents = useIncidentsWithin(
    lanes.map(({ id }) => id),
    { from: new Date(session.startMs).toISOString(), to: new Date(session.endMs).toISOString() },
    mayReadIncidents,
  );

  const pressPoint = useEffectEvent((event: KeyboardEvent) =>
    pressPointKey(event, {
      setIn: () => setPoints((before) => withIn(before, clock.positionMs)),
      setOut: () => setPoints((before) => withOut(before, clock.positionMs)),
      goToIn: () => jumpTo(points.inMs),
      goToOut: () => jumpTo(points.outMs),
      mark: () => setMark?.(clock.positionMs),
      previousMark: () => jumpTo(marks.map(markMs).findLast((atMs) => atMs < clock.positionMs - sameMomentMs)),
      nextMark: () => jumpTo(marks.map(markMs).find((atMs) => atMs > clock.positionMs + sameMomentMs)),
    }),
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, select, textarea, [role=slider]');
      const isButton = event.target instanceof HTMLButtonElement && event.key === ' ';
      if (isTyping || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
      if (pressPlaybackKey(event, clock) || pressPoint(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [clock]);

  useEffect(() => {
    if (positionMs < session.endMs) return;
    clock.pause();
    clock.jumpTo(session.endMs - lastFrameMs);
  }, [clock, positionMs, session]);

  const copyLink = async () => {
    const url = new URL(window.location.href);
    url.searchParams.set('t', String(Math.round(clock.positionMs)));
    const isCopied = await copyText(url.href);
    if (isCopied) toast('Link copied!', { description: 'It opens at this moment.' });
    else toast.error('Error', { description: 'The link could not be copied.' });
  };
  const camera = (lane: Lane, className?: string) => (
    <RecordedCamera
      key={lane.id}
      lane={lane}
      clock={clock}
      positionMs={positionMs}
      isAudible={lane.id === audibleId}
      onToggleSound={() => setAudibleId(lane.id === audibleId ? null : lane.id)}
      onPress={() => setLargeId(lane.id)}
      onPlayer={(player) => (player ? players.set(lane.id, player) : players.delete(lane.id))}
      className={className}
    />
  );

  return (
    <div className="grid gap-4">
      <div className={cn('grid gap-2', lanes.length > 1 && 'lg:grid-cols-[3fr_1fr]')}>
        {large ? camera(large) : null}
        <div className="grid content-start gap-2 max-lg:grid-cols-2 max-sm:grid-cols-2">
          {lanes.filter((lane) => lane !== large).map((lane) => camera(lane))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => togglePlaying(clock)}
          className="w-24 justify-center"
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Select
          aria-label="Speed"
          value={String(rate)}
          onChange={({ target }) => clock.setRate(Number(target.value))}
          className="h-8 w-20 px-2"
        >
          {playbackRates.map((value) => (
            <option key={value} value={value}>
              {value} ×
            </option>
          ))}
        </Select>
        <p className="flex min-h-8 items-center font-mono text-sm tabular-nums pointer-coarse:min-h-11">
          <time dateTime={new Date(positionMs).toISOString()}>{timeWords(positionMs)}</time>
          <span className="text-muted">
            &nbsp;· {durationWords(positionMs - session.startMs)} of {durationWords(session.endMs - session.startMs)}
          </span>
        </p>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button onClick={() => setPoints((before) => withIn(before, clock.positionMs))} aria-keyshortcuts="I">
            In{points.inMs === null ? '' : ` ${timeWords(points.inMs)}`}
          </Button>
          <Button onClick={() => setPoints((before) => withOut(before, clock.positionMs))} aria-keyshortcuts="O">
            Out{points.outMs === null ? '' : ` ${timeWords(points.outMs)}`}
          </Button>
          {points.inMs !== null || points.outMs !== null ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Clear in and out points"
              onClick={() => setPoints(() => ({ inMs: null, outMs: null }))}
            >
              <X aria-hidden />
            </Button>
          ) : null}
          {setMark ? (
            <Button onClick={() => setMark(clock.positionMs)} aria-keyshortcuts="X">
              <BookmarkPlus aria-hidden />
              Mark
            </Button>
          ) : null}
          {mayExport ? (
            <ExportDialog
              eventId={eventId}
              lanes={lanes}
              range={{ startMs: points.inMs ?? session.startMs, endMs: points.outMs ?? session.endMs }}
            />
          ) : null}
        </div>
        <Button variant="ghost" onClick={() => void copyLink()}>
          <Link2 aria-hidden />
          Copy link to this moment
        </Button>
      </div>
      <div className="grid gap-1.5">
        <div className="grid grid-cols-[8rem_1fr] gap-2 max-sm:grid-cols-[5rem_1fr]">
          <input
            type="range"
            aria-label="Time"
            aria-valuetext={timeWords(positionMs)}
            min={session.startMs}
            max={session.endMs}
            step={40}
            value={positionMs}
            onChange={({ target }) => clock.jumpTo(Number(target.value))}
            className="col-start-2 m-0 h-8 w-full accent-primary pointer-coarse:h-11"
          />
        </div>
        <MarkLane marks={marks} session={session} onJump={jumpTo} />
        {lanes.map((lane, index) => (
          <LaneView
            key={lane.id}
            lane={lane}
            session={session}
            positionMs={positionMs}
            points={points}
            incidents={incidents[index]?.data ?? []}
            onJump={jumpTo}
            isLarge={lane === large}
            isAudible={lane.id === audibleId}
            onPress={() => setLargeId(lane.id)}
          />
        ))}
      </div>
      <MarkList
        eventId={eventId}
        marks={marks}
        onJump={jumpTo}
        onClip={(atMs) => {
          setPoints(() => clipAround(atMs));
          jumpTo(atMs);
        }}
      />
      <OffsetList eventId={eventId} lanes={lanes} clock={clock} players={players} />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm pointer-coarse:hidden">
        {playbackKeys.map(({ keys, text }) => (
          <div key={text} className="flex gap-2">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border px-1 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The in and out points of the page, which its address keeps. */
function useInOut(): [points: InOut, change: (change: (points: InOut) => InOut) => void] {
  const [points, setPoints] = useState(() => readInOut(window.location.search));
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const next = inOutSearch(search, points);
    if (next !== search) window.history.replaceState(null, '', pathname + next + hash);
  }, [points]);
  return [points, setPoints];
}
