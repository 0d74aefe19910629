'use client';

import { type ReactNode, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { cn } from '@/components/ui/cn';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { toast } from '@/lib/browser/page/toast';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import { powerLabel } from './stream-words';

interface PowerSwitchProps {
  stream: StreamJson;
  onFailure: (error: unknown, on: boolean) => void;
}

/** A stream's on/off switch with three phases; while the stream starts or stops it is disabled. It asks where it is on air. */
export function PowerSwitch({ stream, onFailure }: PowerSwitchProps) {
  const power = useGuardedPower(stream, onFailure);
  const { name, status } = stream.attributes;
  const label = powerLabel(status);
  const moving = status === 'provisioning' || status === 'stopping';
  const on = status === 'active';

  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={on || status === 'provisioning'}
        aria-label={`${name}: ${label}`}
        disabled={moving || power.isPending}
        onClick={() => power.turn(!on)}
        className={cn(
          'flex h-8 shrink-0 items-center gap-2 rounded-md px-1.5 font-medium text-sm transition-colors select-none hover:bg-control disabled:hover:bg-transparent pointer-coarse:h-11',
          moving && 'text-muted',
          status === 'error' && 'text-faint',
        )}
      >
        <span className="min-w-[4.25rem] text-right">{label}</span>
        <span
          aria-hidden
          className={cn(
            'h-5 w-9 rounded-full border p-0.5 transition-colors',
            on
              ? 'border-ink bg-ink'
              : moving || status === 'error'
                ? 'border-field border-dashed'
                : 'border-field bg-field',
          )}
        >
          <span
            className={cn(
              'block size-3.5 rounded-full transition-transform',
              moving ? 'translate-x-2 bg-muted' : status === 'error' ? 'bg-faint' : 'bg-canvas',
              on && 'translate-x-4',
            )}
          />
        </span>
      </button>
      {power.question}
    </>
  );
}

/** Says in a toast that a stream could not be switched, in the server's words if it has any. */
export const showPowerFailure = (error: unknown, on: boolean): void =>
  toastFailure('Error', on ? 'Failed to start stream' : 'Failed to stop stream')(error);

interface GuardedPower {
  isPending: boolean;
  /** Switches the camera on or off; asks first where it is on air. */
  turn: (on: boolean) => void;
  /** The question; belongs beside the button. */
  question: ReactNode;
}

/** A camera's power, without slips: on air means locked, and a live camera that is turned off can be turned on again. */
export function useGuardedPower(stream: StreamJson, onFailure: (error: unknown, on: boolean) => void): GuardedPower {
  const power = useStreamPower();
  const [isAsking, setAsking] = useState(false);
  const isOnAir = useOnAir([stream]).length > 0;
  const { id, attributes } = stream;
  const { name, signal } = attributes;

  const turnOn = () => power.mutate({ streamId: id, on: true }, { onError: (error) => onFailure(error, true) });
  const turnOff = () => {
    const onSuccess = () => {
      if (signal === 'live') toast(`${name} is turned off.`, { action: { label: 'Undo', onClick: turnOn } });
    };
    power.mutate({ streamId: id, on: false }, { onError: (error) => onFailure(error, false), onSuccess });
  };
  return {
    isPending: power.isPending,
    turn: (on) => (on ? turnOn() : isOnAir ? setAsking(true) : turnOff()),
    question: isAsking ? (
      <Confirm
        open
        onOpenChange={setAsking}
        question={`Turn off "${name}" while it is on air?`}
        consequence="The audience loses its picture, and its encoder is disconnected."
        action="Turn off"
        onConfirm={turnOff}
      />
    ) : null,
  };
}
