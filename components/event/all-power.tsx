'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { useOnAir } from '@/components/stream/use-on-air';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import type { StreamJson } from '@/lib/contracts/streams';

/** Turns all cameras of an event on, or off after one question. */
export function AllPower({ streams }: { streams: StreamJson[] }) {
  const power = useStreamPower();
  const [asking, setAsking] = useState(false);
  const onAir = useOnAir(streams);
  const off = streams.filter(({ attributes: { status } }) => ['idle', 'stopped', 'error'].includes(status));
  const on = streams.filter(({ attributes: { status } }) => status === 'active');

  const switchAll = async (chosen: StreamJson[], toOn: boolean) => {
    const outcomes = await Promise.allSettled(chosen.map(({ id }) => power.mutateAsync({ streamId: id, on: toOn })));
    const failures = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    if (failures.length === 0) return;
    const reason = messageOr(failures[0]?.reason, toOn ? 'Failed to start stream' : 'Failed to stop stream');
    const which = chosen.length === 1 ? '' : `${failures.length} of ${cameras(chosen.length)}: `;
    toast.error('Error', { description: `${which}${reason}` });
  };

  return (
    <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
      <Button disabled={off.length === 0} onClick={() => void switchAll(off, true)}>
        All on
      </Button>
      <Button disabled={on.length === 0} onClick={() => setAsking(true)}>
        All off
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Turn off ${cameras(on.length)}?`}
        consequence={`${onAirWords(onAir)}Their pictures stop for everyone, and their encoders are disconnected.`}
        action="All off"
        onConfirm={() => void switchAll(on, false)}
      />
    </div>
  );
}

const onAirWords = (onAir: StreamJson[]): string => {
  const names = onAir.map(({ attributes }) => attributes.name).join(', ');
  return names && `On air now: ${names}. `;
};

const cameras = (count: number): string => (count === 1 ? '1 camera' : `${count} cameras`);
