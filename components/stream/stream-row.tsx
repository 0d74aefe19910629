'use client';

import { Button } from '@/components/ui/button';
import { useStreamPower } from '@/lib/client/use-stream-power';
import type { StreamJson } from '@/lib/streams/schema';
import { StateLine } from './state-line';

interface StreamRowProps {
  stream: StreamJson;
  onFailure: (error: unknown, on: boolean) => void;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** One stream of the dashboard's list. */
export function StreamRow({ stream, onFailure }: StreamRowProps) {
  const power = useStreamPower();
  const { name, status, pod_name: podName, started_at: startedAt } = stream.attributes;
  const on = status === 'active' || status === 'stopping';
  const moving = status === 'provisioning' || status === 'stopping';
  return (
    <li
      data-testid="stream-row"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)_5rem]"
    >
      <div className="min-w-0">
        <h2 className="truncate font-semibold">{name}</h2>
        <p className="truncate font-mono text-faint text-xs">{podName ?? 'no pod'}</p>
      </div>
      <StateLine stream={stream} className="row-start-2 md:row-start-auto" />
      <p className="row-start-3 text-muted text-sm md:row-start-auto">
        {startedAt ? (
          <>
            Active since <time dateTime={startedAt}>{timeFormat.format(new Date(startedAt))}</time>
          </>
        ) : (
          'Not started'
        )}
      </p>
      <Button
        className="col-start-2 row-span-3 row-start-1 justify-self-end md:col-start-auto md:row-span-1 md:row-start-auto"
        aria-label={`${on ? 'Stop' : 'Start'} ${name}`}
        disabled={moving || power.isPending}
        onClick={() => power.mutate({ streamId: stream.id, on: !on }, { onError: (error) => onFailure(error, !on) })}
      >
        {on ? 'Stop' : 'Start'}
      </Button>
    </li>
  );
}
