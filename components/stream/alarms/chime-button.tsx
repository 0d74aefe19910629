'use client';

import { Bell, BellOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { chime } from './chime';

interface ChimeButtonProps {
  isDark?: boolean;
  className?: string;
}

/** Switches the chime for new alarms on or off in this browser; useChime rings it. */
export function ChimeButton({ isDark = false, className }: ChimeButtonProps) {
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
