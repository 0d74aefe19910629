'use client';

import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmWords, type ShownAlarm } from '@/components/stream/alarms/alarm-words';
import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';

/**
 * A camera's alarms beside its name: as wide as there is room until somebody has seen them. A small tile only names them,
 * and a tiny one leaves them to the frame and the words on its picture.
 */
export function TileAlarms({ stream, alarms }: { stream: StreamJson; alarms: readonly ShownAlarm[] }) {
  return (
    <ul className="@max-[160px]:hidden flex min-w-0 flex-1 items-stretch gap-[0.4em] self-stretch">
      {alarms.map((alarm) => {
        const { kind, finding } = alarm;
        const isCritical = finding.severity === 'critical';
        const isLoud = finding.acknowledged === undefined;
        return (
          <li
            key={kind}
            data-testid="tile-alarm"
            className={cn(
              'flex min-w-0 items-center gap-[0.4em] rounded-[0.2em] px-[0.4em] py-[0.1em] [&_svg]:size-[1em]',
              isLoud && 'flex-1 font-semibold text-black forced-color-adjust-none [&>svg]:text-current',
              isLoud && (isCritical ? 'bg-failed' : 'bg-pending'),
            )}
          >
            <SeveritySign severity={finding.severity} />
            <span className="truncate">{alarmWords[kind]}</span>
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
