'use client';

import { Bell, BellOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import type { StreamJson } from '@/lib/contracts/streams';
import { alarmsOf } from './alarm-words';
import { chime } from './chime';

interface ChimeButtonProps {
  /** Those whose alarms chime. */
  streams: StreamJson[] | undefined;
  isDark?: boolean;
  className?: string;
}

/** Switches the chime for new alarms on or off in this browser, and rings it. */
export function ChimeButton({ streams, isDark = false, className }: ChimeButtonProps) {
  const isOn = useSyncExternalStore(
    chime.subscribe,
    () => chime.isOn,
    () => false,
  );
  const isWaiting = useSyncExternalStore(
    chime.subscribe,
    () => chime.isWaiting,
    () => false,
  );
  useChime(streams);
  const state = isWaiting ? 'Chime: on with your next click or key press' : `Chime for alarms: ${isOn ? 'on' : 'off'}`;
  return (
    <Tooltip text={state} isDark={isDark}>
      <Button
        size="icon"
        aria-label="Chime for alarms"
        aria-pressed={isOn}
        onClick={() => chime.switch(!isOn)}
        className={className}
      >
        {isOn ? <Bell aria-hidden /> : <BellOff aria-hidden />}
      </Button>
    </Tooltip>
  );
}

/** Rings with each alarm that begins. Those that are there when the page opens are known. */
function useChime(streams: StreamJson[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!streams) return;
    const now = streams.flatMap(({ id, attributes }) =>
      alarmsOf(attributes).flatMap(({ finding: { code, since, acknowledged } }) =>
        acknowledged ? [] : [`${id} ${code} ${since}`],
      ),
    );
    const before = known.current;
    known.current = new Set(now);
    if (before && now.some((alarm) => !before.has(alarm))) chime.play();
  }, [streams]);
}
