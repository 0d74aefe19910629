import { Pause, Play } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { CommentLane } from '@/components/comments/comment-lane';
import type { ShownComment } from '@/components/comments/comment-words';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/input';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { keyOf } from '@/lib/browser/page/pressed-key';
import { useKeyDown } from '@/lib/browser/page/use-key-down';
import type { MarkJson } from '@/lib/contracts/marks';
import type { IncidentJson } from '@/lib/contracts/streams';
import type { Stretch } from '@/lib/core/stretch';
import { type Cut, cutIndexAt } from './cuts/cut';
import { ProgramLane } from './cuts/program-lane';
import { ProgramPicture } from './cuts/program-picture';
import type { InOut } from './in-out';
import { inStepWords, runsApart } from './in-step';
import { LaneView, MarkLane } from './lane-view';
import { markMs } from './mark-words';
import { type PlaybackClock, playbackRates, type usePlaybackClock } from './playback-clock';
import { isTypedInto, KeyHelp, type KeyWords, pressPlaybackKey, programKeys, togglePlaying } from './playback-keys';
import { RecordedCamera } from './recorded-camera';
import type { RecordedVideo } from './recorded-video';
import type { Lane } from './recording-lanes';
import { durationWords } from './recording-words';
import { Ruler, useWheelZoom, zoomFactor } from './ruler';
import { TimeSlider } from './time-slider';
import { useTimelineView } from './timeline-view';

interface PlayerProps {
  playback: ReturnType<typeof usePlaybackClock>;
  lanes: Lane[];
  session: Stretch;
  /** Whether the show is still recorded: its end moves. */
  isGrowing?: boolean;
  /** The program's, oldest first. Without any, no program is shown. */
  cuts?: readonly Cut[];
  /** Moves a cut in time, by its index; without it, the cuts cannot be changed. */
  onMoveCut?: (index: number, atMs: number) => void;
  /** The chosen part. */
  points?: InOut;
  /** Those of each lane. */
  incidents?: IncidentJson[][];
  marks?: MarkJson[];
  /** Those of guests and members, by moment. */
  comments?: readonly ShownComment[];
  /** The keys that the help below the timeline lists. */
  keys: readonly KeyWords[];
  /** Does what a further key means. @returns false for one that means nothing */
  pressKey?: (event: KeyboardEvent) => boolean;
  /** Filled by lane: each has its player while it is shown. */
  players: Map<string, RecordedVideo>;
  /** Further buttons beside those of the player. */
  actions?: ReactNode;
  /** Content between the timeline and the help. */
  children?: ReactNode;
}

/** Chosen in place of a camera. */
const programId = 'program';
/** A mark or a cut that is nearer counts as the one that is shown. */
export const sameMomentMs = 250;
const noPoints: InOut = { inMs: null, outMs: null };
/** At the end its last frame is shown, not what comes after it. */
const lastFrameMs = 40;

/** A small picture of the camera that is the program. */
const onAirClass = '[&>figcaption]:bg-program [&>figcaption]:text-white [&>figcaption_button]:text-white';

/** Moves a clock to a moment, at most to an end of the show. @param atMs null for nowhere */
export function jumpWithin(clock: PlaybackClock, { startMs, endMs }: Stretch, atMs: number | null | undefined): void {
  if (atMs != null) clock.jumpTo(Math.min(endMs - lastFrameMs, Math.max(startMs, atMs)));
}

/** All cameras of a show in step, one of them large, and the timeline that they share. */
export function Player({
  playback,
  lanes,
  session,
  isGrowing = false,
  cuts = [],
  onMoveCut,
  points = noPoints,
  incidents = [],
  marks = [],
  comments = [],
  keys: help,
  pressKey,
  players,
  actions,
  children,
}: PlayerProps) {
  const { clock, rate, positionMs } = playback;
  // The program, or the first lane, until a person chooses: lanes come one after the other.
  const [largeId, setLargeId] = useState<string | null>(null);
  const [audibleId, setAudibleId] = useState<string | null>(null);
  const onAir = lanes.find(({ id }) => id === cuts[cutIndexAt(cuts, positionMs)]?.cameraId);
  const isProgramLarge = cuts.length > 0 && (largeId === null || largeId === programId);
  const large = isProgramLarge ? undefined : (lanes.find(({ id }) => id === largeId) ?? lanes[0]);
  /** The camera whose picture is large. */
  const seen = isProgramLarge ? onAir : large;
  const smallLanes = lanes.filter((lane) => lane !== large);
  const inStep = inStepWords(lanes.map(timelinesOf), session);
  const timelineRef = useRef<HTMLDivElement>(null);
  const { view, isZoomed, zoomBy, showAll } = useTimelineView(session, positionMs);
  useWheelZoom(timelineRef, view, zoomBy);
  const isInView = (atMs: number) => atMs >= view.startMs && atMs <= view.endMs;
  const topLevel = comments.filter(({ parent_id }) => parent_id === null);
  const jumpTo = (atMs: number) => jumpWithin(clock, session, atMs);
  const pressTimeline = (event: KeyboardEvent): boolean => {
    const key = keyOf(event);
    if (key === '+' || key === '-') {
      zoomBy(key === '+' ? zoomFactor : 1 / zoomFactor);
      return true;
    }
    if (cuts.length === 0 || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
    const current = cutIndexAt(cuts, clock.positionMs);
    const isAtCut = clock.positionMs - (cuts[current]?.atMs ?? 0) < sameMomentMs;
    jumpWithin(clock, session, cuts[key === 'ArrowDown' ? current + 1 : isAtCut ? current - 1 : current]?.atMs);
    return true;
  };
  useKeyDown((event) => {
    const isButton = event.target instanceof HTMLButtonElement && keyOf(event) === ' ';
    if (isTypedInto(event.target) || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
    const isPressed =
      pressTimeline(event) || pressPlaybackKey(event, clock, players.get(seen?.id ?? '')) || pressKey?.(event);
    if (isPressed) event.preventDefault();
  });

  useEffect(() => {
    if (positionMs >= session.startMs && positionMs < session.endMs) return;
    if (positionMs >= session.endMs || rate < 0) clock.pause();
    jumpWithin(clock, session, positionMs);
  }, [clock, rate, positionMs, session]);

  const isAudible = (lane: Lane) => lane.id === (audibleId === programId ? onAir?.id : audibleId);
  const camera = (lane: Lane, className?: string) => (
    <RecordedCamera
      key={lane.id}
      lane={lane}
      clock={clock}
      positionMs={positionMs}
      isAudible={isAudible(lane)}
      onToggleAudio={() => setAudibleId(isAudible(lane) ? null : lane.id)}
      onPress={() => setLargeId(lane.id)}
      onPlayer={(player) => (player ? players.set(lane.id, player) : players.delete(lane.id))}
      className={className}
    />
  );

  return (
    <div className="grid gap-4">
      <Stage small={smallLanes.map((lane) => camera(lane, isProgramLarge && lane === onAir ? onAirClass : ''))}>
        {isProgramLarge ? (
          <ProgramPicture
            cuts={cuts}
            clock={clock}
            positionMs={positionMs}
            lane={onAir}
            players={players}
            isAudible={audibleId === programId}
            onToggleAudio={() => setAudibleId(audibleId === programId ? null : programId)}
          />
        ) : null}
        {large ? camera(large) : null}
      </Stage>
      <Transport playback={playback} session={session}>
        {actions}
      </Transport>
      <div ref={timelineRef} className="grid gap-1.5">
        <div className="grid grid-cols-[8rem_1fr] gap-2 max-sm:grid-cols-[5rem_1fr]">
          <TimeSlider clock={clock} positionMs={positionMs} session={view} lane={seen} />
        </div>
        <Ruler view={view} isZoomed={isZoomed} onZoom={zoomBy} onShowAll={showAll} />
        {cuts.length > 0 ? (
          <ProgramLane
            cuts={cuts}
            lanes={lanes}
            session={view}
            positionMs={positionMs}
            isLarge={isProgramLarge}
            onPress={() => setLargeId(programId)}
            onJump={jumpTo}
            onMove={onMoveCut ?? null}
          />
        ) : null}
        <MarkLane marks={marks.filter((mark) => isInView(markMs(mark)))} session={view} onJump={jumpTo} />
        <CommentLane
          comments={topLevel}
          session={view}
          growsFromMs={isGrowing ? session.endMs : null}
          onJump={jumpTo}
        />
        <div className="grid gap-1 lg:max-h-[9.5rem] lg:overflow-y-auto">
          {lanes.map((lane, index) => (
            <LaneView
              key={lane.id}
              lane={lane}
              session={view}
              positionMs={positionMs}
              points={points}
              incidents={(incidents[index] ?? []).filter(({ attributes }) =>
                isInView(Date.parse(attributes.occurred_at)),
              )}
              onJump={jumpTo}
              isLarge={lane === large}
              isAudible={isAudible(lane)}
              onPress={() => setLargeId(lane.id)}
            />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm empty:hidden">
        {inStep ? <p data-testid="in-step">{inStep}</p> : null}
        <Legend lanes={lanes} incidents={incidents} session={session} />
      </div>
      {children}
      <KeyHelp keys={cuts.length > 0 ? [...help, ...programKeys] : help} />
    </div>
  );
}

/** The large picture, and the small ones beside it, or below it where the page is narrow. */
function Stage({ small, children }: { small: ReactNode[]; children: ReactNode }) {
  return (
    <div className="@container">
      <div
        style={stageOf(small.length)}
        className={cn(
          'grid gap-2 lg:[--stage:max(14rem,min(100dvh-30rem,40.5cqw+2rem))] xl:[--stage:max(14rem,min(100dvh-28rem,40.5cqw+2rem))]',
          small.length > 0
            ? 'lg:grid-cols-[min(calc((var(--stage)-2rem)*16/9),72cqw)_minmax(0,1fr)] [@media(max-height:480px)_and_(min-width:640px)]:grid-cols-[3fr_1fr]'
            : 'lg:mx-auto lg:w-[calc((var(--stage)-2rem)*16/9)]',
        )}
      >
        {children}
        {small.length > 0 ? (
          <div
            className={cn(
              'flex gap-2 overflow-x-auto *:w-40 *:shrink-0 sm:*:w-56 lg:grid lg:content-start lg:overflow-visible lg:*:w-auto',
              'lg:grid-cols-[repeat(var(--columns),minmax(0,calc(((var(--stage)-(var(--rows)-1)*0.5rem)/var(--rows)-2rem)*16/9)))]',
              '[@media(max-height:480px)_and_(min-width:640px)]:grid [@media(max-height:480px)_and_(min-width:640px)]:grid-cols-1 [@media(max-height:480px)_and_(min-width:640px)]:*:w-auto',
            )}
          >
            {small}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** The rows and columns of the small cameras beside the large one, so that each is as wide as it can be. */
function stageOf(others: number): CSSProperties {
  const rows = others === 1 ? 1 : others <= 6 ? 2 : Math.max(3, Math.ceil(others / 5));
  return { '--rows': rows, '--columns': Math.max(1, Math.ceil(others / rows)) } as CSSProperties;
}

/** Starts and stops the clock, and says where it is. */
function Transport({
  playback: { clock, isPlaying, rate, positionMs },
  session,
  children,
}: Pick<PlayerProps, 'playback' | 'session' | 'children'>) {
  const { toSecond } = useEventClock();
  return (
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
        {/* J runs backward, which nobody chooses from a list. */}
        {(rate < 0 ? [rate, ...playbackRates] : playbackRates).map((value) => (
          <option key={value} value={value}>
            {value} ×
          </option>
        ))}
      </Select>
      <p className="flex min-h-8 items-center font-mono text-sm tabular-nums pointer-coarse:min-h-11">
        <time dateTime={new Date(positionMs).toISOString()}>{toSecond(positionMs)}</time>
        <span className="text-muted">
          &nbsp;· {durationWords(positionMs - session.startMs)} of {durationWords(session.endMs - session.startMs)}
        </span>
      </p>
      {children}
    </div>
  );
}

const timelinesOf = ({ recordings }: Lane) => recordings.map(({ timeline }) => timeline);

/** The colours of the lanes, in words: of those alone that are there. */
function Legend({ lanes, incidents, session }: Required<Pick<PlayerProps, 'lanes' | 'incidents' | 'session'>>) {
  const severities = new Set(incidents.flat().map(({ attributes }) => attributes.severity));
  const entries = [
    {
      text: 'Apart from before',
      swatch: 'h-2.5 w-1.5 bg-info',
      isShown: lanes.some((lane) => runsApart(timelinesOf(lane), session).length > 0),
    },
    { text: 'On air', swatch: 'h-1.5 w-4 bg-program', isShown: lanes.some(({ onAir }) => onAir.length > 0) },
    { text: 'Failure', swatch: 'h-2.5 w-1.5 bg-failed', isShown: severities.has('critical') },
    { text: 'Warning', swatch: 'h-2.5 w-1.5 bg-pending', isShown: severities.has('warning') },
  ].filter(({ isShown }) => isShown);
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Colours of the timeline" className="flex flex-wrap gap-x-4 gap-y-1">
      {entries.map(({ text, swatch }) => (
        <li key={text} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('inline-block', swatch)} />
          {text}
        </li>
      ))}
    </ul>
  );
}
