'use client';

import { cn } from '@/components/ui/cn';
import { powerLabel } from '@/lib/client/stream-words';
import { useStreamPower } from '@/lib/client/use-stream-power';
import type { StreamJson } from '@/lib/streams/schema';

interface PowerSwitchProps {
  stream: StreamJson;
  onFailure: (error: unknown, on: boolean) => void;
}

/** On and off as a switch with three phases; the middle one means that it is on its way and cannot be pressed. */
export function PowerSwitch({ stream, onFailure }: PowerSwitchProps) {
  const power = useStreamPower();
  const { name, status } = stream.attributes;
  const label = powerLabel(status);
  const moving = status === 'provisioning' || status === 'stopping';
  const on = status === 'active';

  const press = () => power.mutate({ streamId: stream.id, on: !on }, { onError: (error) => onFailure(error, !on) });

  return (
    <button
      type="button"
      role="switch"
      aria-checked={on || status === 'provisioning'}
      aria-label={`${name}: ${label}`}
      disabled={moving || power.isPending}
      onClick={press}
      className={cn(
        'flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong pr-2.5 pl-1.5 font-medium text-sm transition-colors select-none hover:bg-control pointer-coarse:h-11',
        moving && 'border-dashed text-muted',
        status === 'error' && 'border-dashed text-faint',
      )}
    >
      <span aria-hidden className={cn('h-4 w-7 rounded-full p-0.5 transition-colors', on ? 'bg-ink' : 'bg-field')}>
        <span
          className={cn(
            'block size-3 rounded-full bg-canvas transition-transform',
            moving && 'translate-x-1.5',
            on && 'translate-x-3',
          )}
        />
      </span>
      <span className="min-w-[4.25rem] text-left">{label}</span>
    </button>
  );
}
