'use client';

import { useScreenLatency } from '@/components/preview/use-screen-latency';
import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import type { ShownAlarm } from '@/components/stream/alarms/alarm-words';
import { SeveritySign } from '@/components/stream/marks';
import { healthLine, latencyParts } from '@/components/stream/metric-words';
import { oldFigures, useShownState } from '@/components/stream/shown-state';
import { cn } from '@/components/ui/cn';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { alarmRow } from '@/lib/contracts/alarms/alarm-kinds';
import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

/**
 * A camera's alarms beside its name: as wide as there is room until somebody has seen them. A small tile only names them or
 * shows their signs, and a tiny one leaves them to the frame and the words on its picture.
 */
export function TileAlarms({ stream, alarms }: { stream: StreamJson; alarms: readonly ShownAlarm[] }) {
  return (
    <ul className="@max-[240px]:hidden flex min-w-[1.8em] flex-1 items-stretch overflow-hidden gap-[0.4em] self-stretch">
      {alarms.map((alarm) => {
        const { kind, finding } = alarm;
        const isCritical = finding.severity === 'critical';
        const isLoud = finding.acknowledged === undefined;
        return (
          <li
            key={kind}
            data-testid="tile-alarm"
            className={cn(
              'flex min-w-[1.8em] items-center gap-[0.4em] overflow-hidden rounded-[0.2em] px-[0.4em] py-[0.1em] [&_svg]:size-[1em]',
              isLoud && 'flex-1 font-semibold text-black forced-color-adjust-none [&>svg]:text-current',
              isLoud && (isCritical ? 'bg-failed' : 'bg-pending'),
            )}
          >
            <SeveritySign severity={finding.severity} />
            <span className="@max-[320px]:sr-only truncate">{alarmRow(kind).words}</span>
            <AcknowledgeButton
              stream={stream}
              alarm={alarm}
              className="ml-auto min-w-[2em] shrink-[99]! @max-[480px]:hidden h-[1.3em] low:px-[0.3em] truncate font-normal text-[0.8em] text-current hover:bg-black/20 hover:text-current pointer-coarse:h-[1.3em]"
            />
          </li>
        );
      })}
    </ul>
  );
}

const levelClass = { warning: 'text-pending', critical: 'text-failed' } as const;

/** A camera's latest figures: frame rate, bitrate, latency and alert level. */
export function TileHealth({ stream, isShown }: { stream: StreamJson; isShown: boolean }) {
  const { status, signal, media } = stream.attributes;
  const latest = useLatestSample(stream.id, isShown && status === 'active' && signal === 'live');
  const screenLatencyMs = useScreenLatency(stream.id);
  const { figures } = useShownState(stream, latest);
  if (figures === 'none') return null;
  return (
    <p
      data-testid="tile-health"
      className="truncate font-mono font-normal text-[length:max(0.6875rem,0.6em)] text-white/80"
    >
      <span
        className={cn(figures === 'old' && oldFigures)}
        title={latest && latencyParts(latest, screenLatencyMs, media?.capture_clock)}
      >
        {latest ? healthLine(latest, screenLatencyMs) : 'Measuring…'}
      </span>
      {figures === 'judged' && latest?.alert_level && latest.alert_level !== 'healthy' ? (
        <span className={lookUp(levelClass, latest.alert_level)}> · {latest.alert_level}</span>
      ) : null}
    </p>
  );
}
