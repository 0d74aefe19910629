'use client';

import { ArrowLeft, BookmarkPlus, Clapperboard, Keyboard, Pause, Play, RotateCcw, Scissors } from 'lucide-react';
import Link from 'next/link';
import { type CSSProperties, useEffect, useState } from 'react';
import { clipAddress } from '@/components/recordings/in-out';
import { inStepWords } from '@/components/recordings/in-step';
import { usePlaybackClock } from '@/components/recordings/playback-clock';
import {
  isTypedInto,
  KeyHelp,
  playbackKeys,
  pressPlaybackKey,
  togglePlaying,
} from '@/components/recordings/playback-keys';
import type { RecordedVideo } from '@/components/recordings/recorded-video';
import { TimeInput } from '@/components/recordings/time-slider';
import { useSetMark } from '@/components/recordings/use-set-mark';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/input';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useReplayOut } from '@/lib/browser/data/use-replay-out';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { digitOf, isEscape, keyOf } from '@/lib/browser/page/pressed-key';
import { toast } from '@/lib/browser/page/toast';
import { useKeyDown } from '@/lib/browser/page/use-key-down';
import type { ReplayJson } from '@/lib/contracts/replay';
import { ReplayAngle } from './replay-angle';

interface ReplayPlayerProps {
  eventId: string;
  replay: ReplayJson;
  /** The streams' ids in display order. */
  ids: readonly string[];
  /** How long a replay is. */
  seconds: number;
  onSeconds: (seconds: number) => void;
  /** Loads the last seconds anew. */
  onAgain: () => void;
  onClose: () => void;
}

type Angle = ReplayJson['angles'][number];

const lengths = [5, 10, 20, 30, 60];
const rates = [
  { rate: 0.25, text: '¼' },
  { rate: 0.5, text: '½' },
  { rate: 1, text: '1' },
];
const replayKeys = [
  { keys: ['1', '…', '9'], text: 'The camera with this number large, and back' },
  { keys: ['R'], text: 'Again' },
  { keys: ['X'], text: 'Mark this moment' },
  { keys: ['?'], text: 'Hide these keys' },
  { keys: ['Esc'], text: 'Back to live' },
] as const;
const cueKeys = [{ keys: ['C'], text: 'Cue the replay of the event here' }] as const;
/** At the end the last frame is shown. */
const lastFrameMs = 40;
/** An angle that loads slower is not waited for. */
const maxWaitMs = 1_500;

/** Plays the last seconds of all angles in step, with the keys of recordings; Escape goes back to live. */
export function ReplayPlayer({ eventId, replay, ids, seconds, onSeconds, onAgain, onClose }: ReplayPlayerProps) {
  const [startMs, endMs] = [replay.start_us / 1_000, replay.end_us / 1_000 - lastFrameMs];
  const playback = usePlaybackClock(startMs);
  const { clock, rate, positionMs } = playback;
  const [largeId, setLargeId] = useState<string | null>(null);
  const [players] = useState(() => new Map<string, RecordedVideo>());
  const [showsKeys, setShowsKeys] = useState(false);
  const [readyIds, setReadyIds] = useState<readonly string[]>([]);
  const setMark = useSetMark(eventId);
  const angles = replay.angles.toSorted((a, b) => placeOf(ids, a) - placeOf(ids, b));
  const { data: streams = [] } = useStreams(eventId);
  const numberOf = ({ recording }: Angle) =>
    streams.find(({ id }) => id === recording.attributes.stream_id)?.attributes.number;
  const mayCut = useMay('program.cut');
  const replayOut = streams.find(({ attributes }) => attributes.source_kind === 'replay');
  const { mutate: direct } = useReplayOut(replayOut?.id ?? '');
  const inStep = inStepWords(
    angles.map(({ timeline }) => [timeline]),
    { startMs, endMs },
  );
  const isReady = readyIds.length === angles.length;

  useEffect(() => {
    // A replay that was paused or stepped meanwhile stays.
    const begin = () => {
      if (clock.positionMs === startMs) clock.play();
    };
    const timer = setTimeout(begin, isReady ? 0 : maxWaitMs);
    return () => clearTimeout(timer);
  }, [isReady, clock, startMs]);

  useEffect(() => {
    if (positionMs >= startMs && positionMs < endMs) return;
    if (positionMs > endMs || rate < 0) clock.pause();
    clock.jumpTo(Math.max(startMs, Math.min(endMs, positionMs)));
  }, [clock, rate, positionMs, startMs, endMs]);

  const play = () => {
    if (!clock.isPlaying && clock.positionMs >= endMs) clock.jumpTo(startMs);
    togglePlaying(clock);
  };
  const isCueing = mayCut && replayOut !== undefined;
  /** From here to the end of what is replayed, of the camera that is large, or the first. */
  const cue = () => {
    const cameraId = (angles.find(({ recording }) => recording.id === largeId) ?? angles[0])?.recording.attributes
      .stream_id;
    if (!isCueing || !cameraId) return;
    const [from, to] = [clock.positionMs, replay.end_us / 1_000].map((ms) => new Date(ms).toISOString());
    direct(
      { clip: { camera_id: cameraId, from, to } },
      {
        onSuccess: () => toast('Cued', { description: `${replayOut.attributes.name} stands on this frame.` }),
        onError: (error) => toast.error('Error', { description: messageOr(error, 'Failed to cue') }),
      },
    );
  };
  const press = (event: KeyboardEvent): boolean => {
    const key = keyOf(event);
    const angleId = angles.find((angle) => numberOf(angle) === digitOf(event))?.recording.id;
    const commands: Record<string, () => void> = {
      Escape: onClose,
      r: onAgain,
      c: cue,
      '?': () => setShowsKeys((before) => !before),
      ' ': play,
      k: play,
      x: () => setMark?.(clock.positionMs),
    };
    const command = commands[key];
    if (command) command();
    else if (angleId) setLargeId((before) => (before === angleId ? null : angleId));
    else return pressPlaybackKey(event, clock, players.get(largeId ?? angles[0]?.recording.id ?? ''));
    return true;
  };
  useKeyDown(
    (event) => {
      const isButton = event.target instanceof HTMLButtonElement && [' ', 'Enter'].includes(keyOf(event));
      if (event.ctrlKey || event.metaKey || event.altKey || isButton) return;
      if (isTypedInto(event.target) && !isEscape(event)) return;
      if (press(event)) event.preventDefault();
      // The multiview below has other meanings for the same keys.
      if (event.key !== 'Tab') event.stopImmediatePropagation();
    },
    { isFirst: true },
  );

  return (
    <section
      aria-label="Replay"
      data-testid="replay"
      className="fixed inset-0 top-[var(--strip-height,0px)] z-50 grid grid-rows-[minmax(0,1fr)_auto] bg-black"
    >
      <div
        className="relative grid min-h-0 auto-rows-fr grid-cols-[repeat(var(--wide),minmax(0,1fr))] gap-0.5 portrait:grid-cols-[repeat(var(--tall),minmax(0,1fr))]"
        // A phone that is held upright has one below the other.
        style={columnsOf(angles.length)}
      >
        {angles.map((angle) => (
          <ReplayAngle
            key={angle.recording.id}
            angle={angle}
            number={numberOf(angle)}
            clock={clock}
            onReady={() =>
              setReadyIds((before) => (before.includes(angle.recording.id) ? before : [...before, angle.recording.id]))
            }
            onPlayer={(player) =>
              player ? players.set(angle.recording.id, player) : players.delete(angle.recording.id)
            }
            onPress={() => setLargeId((before) => (before === angle.recording.id ? null : angle.recording.id))}
            className={cn(largeId === angle.recording.id && 'absolute inset-0 z-10')}
          />
        ))}
        {showsKeys ? (
          <KeyHelp
            keys={[...playbackKeys, ...(isCueing ? cueKeys : []), ...replayKeys]}
            className="absolute inset-x-0 bottom-0 z-20 bg-canvas px-3 py-2"
          />
        ) : null}
      </div>
      <ReplayBar
        eventId={eventId}
        playback={playback}
        startMs={startMs}
        endMs={endMs}
        inStep={inStep}
        seconds={seconds}
        showsKeys={showsKeys}
        onPlay={play}
        onSeconds={onSeconds}
        onAgain={onAgain}
        onCue={isCueing ? cue : null}
        onMark={setMark && (() => setMark(clock.positionMs))}
        onKeys={() => setShowsKeys(!showsKeys)}
        onClose={onClose}
      />
    </section>
  );
}

interface ReplayBarProps extends Pick<ReplayPlayerProps, 'eventId' | 'seconds' | 'onSeconds' | 'onAgain' | 'onClose'> {
  playback: ReturnType<typeof usePlaybackClock>;
  startMs: number;
  endMs: number;
  /** How well the angles are in step, in words. */
  inStep: string | null;
  showsKeys: boolean;
  onPlay: () => void;
  /** Null where nobody cues here. */
  onCue: (() => void) | null;
  /** Null where nobody marks here. */
  onMark: (() => void) | null;
  onKeys: () => void;
}

/** The buttons below the angles, for what a replay's keys do. */
function ReplayBar({
  eventId,
  playback: { clock, isPlaying, rate, positionMs },
  startMs,
  endMs,
  inStep,
  seconds,
  showsKeys,
  onPlay,
  onSeconds,
  onAgain,
  onCue,
  onMark,
  onKeys,
  onClose,
}: ReplayBarProps) {
  const { toSecond } = useEventClock();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-canvas px-3 py-2">
      <p className="rounded-sm bg-pending px-2 py-0.5 font-semibold text-canvas">REPLAY</p>
      <Button variant="primary" aria-label={isPlaying ? 'Pause' : 'Play'} size="icon" onClick={onPlay}>
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <fieldset className="flex gap-1">
        <legend className="sr-only">Speed</legend>
        {rates.map(({ rate: value, text }) => (
          <Button
            key={value}
            aria-pressed={rate === value}
            onClick={() => clock.setRate(value)}
            className="px-2 aria-pressed:bg-ink aria-pressed:text-canvas"
          >
            {text} ×
          </Button>
        ))}
      </fieldset>
      <time dateTime={new Date(positionMs).toISOString()} className="font-mono text-sm tabular-nums">
        {toSecond(positionMs)}
      </time>
      {inStep ? <p className="text-muted text-sm max-lg:sr-only">{inStep}</p> : null}
      <TimeInput
        clock={clock}
        positionMs={positionMs}
        startMs={startMs}
        endMs={endMs}
        className="m-0 h-8 min-w-40 flex-1 accent-primary max-sm:basis-full pointer-coarse:h-11"
      />
      <Select
        aria-label="Length"
        value={String(seconds)}
        onChange={({ target }) => onSeconds(Number(target.value))}
        className="h-8 w-20 px-2"
      >
        {lengths.map((length) => (
          <option key={length} value={length}>
            {length} s
          </option>
        ))}
      </Select>
      <Button onClick={onAgain} aria-keyshortcuts="R">
        <RotateCcw aria-hidden />
        Again
      </Button>
      {onCue ? (
        <Button onClick={onCue} aria-keyshortcuts="C">
          <Clapperboard aria-hidden />
          Cue
        </Button>
      ) : null}
      {onMark ? (
        <Button onClick={onMark} aria-keyshortcuts="X">
          <BookmarkPlus aria-hidden />
          Mark
        </Button>
      ) : null}
      <Button asChild>
        <Link href={clipAddress(eventId, Math.round(positionMs))} prefetch={false}>
          <Scissors aria-hidden />
          Clip
        </Link>
      </Button>
      <Button
        size="icon"
        aria-label="Keys"
        aria-pressed={showsKeys}
        aria-keyshortcuts="?"
        onClick={onKeys}
        className="pointer-coarse:hidden"
      >
        <Keyboard aria-hidden />
      </Button>
      <Button onClick={onClose} aria-keyshortcuts="Escape">
        <ArrowLeft aria-hidden />
        Back to live
      </Button>
    </div>
  );
}

/** How many angles lie beside each other on a wide screen, and on a tall one. */
function columnsOf(count: number): CSSProperties {
  const properties: Record<`--${string}`, number> = {
    '--wide': Math.ceil(Math.sqrt(count)),
    '--tall': Math.ceil(count / 4),
  };
  return properties;
}

/** The place of an angle in the multiview's order. */
function placeOf(ids: readonly string[], { recording }: Angle): number {
  const place = ids.indexOf(recording.attributes.stream_id ?? '');
  return place < 0 ? ids.length : place;
}
