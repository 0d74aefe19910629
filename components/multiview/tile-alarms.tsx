'use client';

import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmsOf, alarmWords } from '@/components/stream/alarms/alarm-words';
import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';

/** A camera's alarms at the upper edge of its tile: large until somebody has seen them. A small tile only names them. */
export function TileAlarms({ stream }: { stream: StreamJson }) {
  const alarms = alarmsOf(stream.attributes);
  if (alarms.length === 0) return null;
  return (
    <ul className="pointer-events-none absolute inset-x-0 top-0 grid justify-items-start gap-1 p-2">
      {alarms.map((alarm) => {
        const { kind, finding } = alarm;
        const isSeen = finding.acknowledged !== undefined;
        return (
          <li
            key={kind}
            data-testid="tile-alarm"
            className={cn(
              'flex max-w-full flex-wrap items-center gap-x-2 rounded-md bg-black/80 px-2 py-0.5 text-white forced-color-adjust-none',
              isSeen ? 'text-xs' : 'font-semibold text-[length:max(0.75rem,5cqh)]',
            )}
          >
            <SeveritySign severity={finding.severity} />
            {alarmWords[kind]}
            <AcknowledgeButton
              stream={stream}
              alarm={alarm}
              className="pointer-events-auto @max-[320px]:hidden font-normal text-white text-xs hover:bg-white/20 hover:text-white"
            />
          </li>
        );
      })}
    </ul>
  );
}
