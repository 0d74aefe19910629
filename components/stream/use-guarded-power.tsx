import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import type { StreamJson } from '@/lib/contracts/streams';
import { useOnAir } from './use-on-air';

/** How long a camera that was live offers to be turned on again. */
const undoMs = 5_000;

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
      if (signal === 'live')
        toast(`${name} is turned off.`, { duration: undoMs, action: { label: 'Undo', onClick: turnOn } });
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
