import { StretchBars } from '@/components/controls/stretch-bars';
import { cn } from '@/components/ui/cn';
import { formatClock } from '@/lib/browser/page/format-time';
import type { IncidentJson } from '@/lib/contracts/streams';
import type { Stretch } from '@/lib/core/stretch';
import type { InOut } from './in-out';
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
  const lengthMs = session.endMs - session.startMs;
  const percent = (ms: number) => `${Math.max(0, Math.min(100, (ms / lengthMs) * 100))}%`;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <button
        type="button"
        aria-pressed={isLarge}
        onClick={onPress}
        className={cn(
          'flex h-8 min-w-0 items-center rounded-md px-2 text-left text-sm hover:bg-control pointer-coarse:h-11',
          isLarge ? 'bg-control font-medium text-ink' : 'text-muted',
        )}
      >
        <span dir="auto" className="truncate">
          {lane.name}
        </span>
        {isAudible ? <span className="sr-only">, sound on</span> : null}
      </button>
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
        {incidents.map(({ id, attributes: { severity, message, occurred_at: at } }) => (
          // For the mouse alone: the dashboard lists incidents as text.
          <button
            key={id}
            type="button"
            tabIndex={-1}
            title={`${formatClock(Date.parse(at))} ${message}`}
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
