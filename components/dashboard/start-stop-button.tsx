'use client';

import { useGuardedPower } from '@/components/stream/power-switch';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import type { StreamJson } from '@/lib/contracts/streams';

/** Why a stream could not be started or stopped. */
export interface PowerFailure {
  title: 'Failed to start stream' | 'Failed to stop stream';
  /** The server's sentence; empty where there is none. */
  reason: string;
}

interface StartStopButtonProps {
  stream: StreamJson;
  /** Gets a failure, or undefined when a new attempt starts. */
  onFailure: (failure: PowerFailure | undefined) => void;
  className?: string;
}

/** Starts a stream that is off, or stops one that is on; asks where that is on air. */
export function StartStopButton({ stream, onFailure, className }: StartStopButtonProps) {
  const fail = (error: unknown, on: boolean) =>
    onFailure({ title: on ? 'Failed to start stream' : 'Failed to stop stream', reason: messageOr(error, '') });
  const power = useGuardedPower(stream, fail);
  const { name, status } = stream.attributes;
  const isOn = status === 'active' || status === 'stopping';
  const isMoving = status === 'provisioning' || status === 'stopping';
  const press = () => {
    onFailure(undefined);
    power.turn(!isOn);
  };
  return (
    <>
      <Button
        className={className}
        aria-label={`${isOn ? 'Stop' : 'Start'} ${name}`}
        disabled={isMoving || power.isPending}
        onClick={press}
      >
        {isOn ? 'Stop' : 'Start'}
      </Button>
      {power.question}
    </>
  );
}
