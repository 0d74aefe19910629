'use client';

import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import type { StreamJson } from '@/lib/contracts/streams';

interface StartStopButtonProps {
  stream: StreamJson;
  /** Gets the text of a failure, or undefined when a new attempt starts. */
  onFailure: (text: string | undefined) => void;
  className?: string;
}

/** Starts a stream that is off, or stops one that is on. */
export function StartStopButton({ stream, onFailure, className }: StartStopButtonProps) {
  const power = useStreamPower();
  const { name, status } = stream.attributes;
  const isOn = status === 'active' || status === 'stopping';
  const isMoving = status === 'provisioning' || status === 'stopping';
  const press = () => {
    onFailure(undefined);
    const failure = isOn ? 'Failed to stop stream' : 'Failed to start stream';
    power.mutate({ streamId: stream.id, on: !isOn }, { onError: (error) => onFailure(messageOr(error, failure)) });
  };
  return (
    <Button
      className={className}
      aria-label={`${isOn ? 'Stop' : 'Start'} ${name}`}
      disabled={isMoving || power.isPending}
      onClick={press}
    >
      {isOn ? 'Stop' : 'Start'}
    </Button>
  );
}
