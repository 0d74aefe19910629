import { Bookmark } from 'lucide-react';
import { StretchBars } from '@/components/controls/stretch-bars';
import { cn } from '@/components/ui/cn';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { MarkJson } from '@/lib/contracts/marks';
import type { IncidentJson } from '@/lib/contracts/streams';
import type { Stretch } from '@/lib/core/stretch';
import type { InOut } from './in-out';
import { runsApart } from './in-step';
import { LaneName } from './lane-name';
import { markMs, markWords } from './mark-words';
import type { Lane } from './recording-lanes';

interface LaneViewProps {
  lane: Lane;
  session: Stretch;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
  points: InOut;
  /** The warnings and failures of the camera in this show. */
  incidents: IncidentJson[];
  onJump: (atMs: number) => void;
  isLarge: boolean;
  isAudible: boolean;
  onPress: () => void;
}

/** A camera's row of the timeline: where it was recorded, and where it was not. */
export function LaneView({
  lane,
  session,
  positionMs,
  points: { inMs, outMs },
  incidents,
  onJump,
  isLarge,
  isAudible,
  onPress,
}: LaneViewProps) {
  const { toSecond } = useEventClock();
  const lengthMs = session.endMs - session.startMs;
  const percent = (ms: number) => `${Math.max(0, Math.min(100, (ms / lengthMs) * 100))}%`;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <LaneName isLarge={isLarge} onPress={onPress}>
        <span dir="auto" className="truncate">
          {lane.name}
        </span>
        {isAudible ? <span className="sr-only">, sound on</span> : null}
      </LaneName>
      <div className="relative h-5 overflow-hidden rounded-sm bg-well" aria-hidden>
        <StretchBars
          stretches={lane.stretches}
          range={session}
          className={cn('inset-y-0', isLarge ? 'bg-muted' : 'bg-line-strong')}
        />
        <StretchBars stretches={lane.onAir} range={session} className="bottom-0 h-1.5 bg-program" />
        {inMs !== null || outMs !== null ? (
          <div
            className="absolute inset-y-0 border-info border-x-2 bg-info/20"
            style={{
              left: percent((inMs ?? session.startMs) - session.startMs),
              right: percent(session.endMs - (outMs ?? session.endMs)),
            }}
          />
        ) : null}
        {runsApart(
          lane.recordings.map(({ timeline }) => timeline),
          session,
        ).map(({ atMs, sentence }) => (
          // For the mouse alone, as the incidents: the line below the lanes says how far cameras are in step.
          <button
            key={atMs}
            type="button"
            tabIndex={-1}
            title={sentence}
            onClick={() => onJump(atMs)}
            className="absolute top-0 h-2.5 w-1.5 -translate-x-1/2 bg-info"
            style={{ left: percent(atMs - session.startMs) }}
          />
        ))}
        {incidents.map(({ id, attributes: { severity, message, occurred_at: at } }) => (
          // For the mouse alone: the dashboard lists incidents as text.
          <button
            key={id}
            type="button"
            tabIndex={-1}
            title={`${toSecond(Date.parse(at))} ${message}`}
            onClick={() => onJump(Date.parse(at))}
            className={cn(
              'absolute bottom-0 h-2.5 w-1.5 -translate-x-1/2',
              severity === 'critical' ? 'bg-failed' : 'bg-pending',
            )}
            style={{ left: percent(Date.parse(at) - session.startMs) }}
          />
        ))}
        <div
          className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-info"
          style={{ left: percent(positionMs - session.startMs) }}
        />
      </div>
    </div>
  );
}

interface MarkLaneProps {
  marks: MarkJson[];
  session: Stretch;
  onJump: (atMs: number) => void;
}

/** The row of the timeline with the marks of a show; a press on one goes to its moment. */
export function MarkLane({ marks, session, onJump }: MarkLaneProps) {
  const clock = useEventClock();
  if (marks.length === 0) return null;
  const percent = (atMs: number) => ((atMs - session.startMs) / (session.endMs - session.startMs)) * 100;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <span className="px-2 text-muted text-sm">Marks</span>
      <div className="relative h-6 pointer-coarse:h-11">
        {marks.map((mark, index) => (
          <button
            key={mark.id}
            type="button"
            title={markWords(mark, clock)}
            aria-label={`Go to ${markWords(mark, clock)}`}
            onClick={() => onJump(markMs(mark))}
            className="absolute inset-y-0 -ml-3 flex min-w-6 items-center rounded-sm text-left text-info text-sm hover:bg-control"
            // Its word ends where the next mark begins.
            style={{
              left: `${percent(markMs(mark))}%`,
              maxWidth: `${percent(nextMs(marks[index + 1], session)) - percent(markMs(mark))}%`,
            }}
          >
            <Bookmark aria-hidden className="mx-1 size-4 shrink-0 fill-current" />
            <span dir="auto" className="truncate">
              {mark.attributes.name}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

const nextMs = (next: MarkJson | undefined, { endMs }: Stretch): number => (next ? markMs(next) : endMs);
