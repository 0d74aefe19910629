'use client';

import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { powerLabel } from './stream-words';
import { useGuardedPower } from './use-guarded-power';

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
