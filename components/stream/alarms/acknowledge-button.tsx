'use client';

import { Check } from 'lucide-react';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useAcknowledge } from '@/lib/browser/data/use-streams';
import { alarms } from '@/lib/contracts/alarms/alarm-kinds';
import type { StreamJson } from '@/lib/contracts/streams';
import { acknowledgedWords, type ShownAlarm } from './alarm-words';

interface AcknowledgeButtonProps {
  stream: StreamJson;
  alarm: ShownAlarm;
  className?: string;
}

/** Says for all members that an alarm is seen; then, who has seen it. */
export function AcknowledgeButton({ stream, alarm: { kind, finding }, className }: AcknowledgeButtonProps) {
  const mayAcknowledge = useMay('streams.acknowledge');
  const { mutate, isPending, isSuccess, variables } = useAcknowledge();
  const { code, since, acknowledged } = finding;
  if (acknowledged) return <span className={className}>{acknowledgedWords(acknowledged)}</span>;
  if (!mayAcknowledge) return null;
  const isThis = variables?.code === code && variables.since === since;
  // The name of the user who acknowledged arrives with the stream, as for everyone else.
  if (isThis && (isPending || isSuccess)) return <span className={className}>Seen by you</span>;
  return (
    <Button
      variant="ghost"
      aria-label={`Acknowledge: ${stream.attributes.name}, ${alarms[kind].words}`}
      className={className}
      onClick={() =>
        mutate({ id: stream.id, code, since }, { onError: toastFailure('Error', 'Failed to acknowledge') })
      }
    >
      <Check aria-hidden />
      Acknowledge
    </Button>
  );
}
