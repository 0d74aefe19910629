'use client';

import { BellRing } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { toast } from '@/lib/browser/page/toast';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import type { AlarmsDialogProps } from './alarms-dialog';

/** Opens the settings of a camera's alarms, which are loaded then; nothing for whoever may not change them. */
export function AlarmsButton({ stream, className }: { stream: MemberStreamJson; className?: string }) {
  const mayChange = useMay('streams.update');
  const [Dialog, setDialog] = useState<ComponentType<AlarmsDialogProps>>();
  const [open, setOpen] = useState(false);
  if (!mayChange) return null;
  const show = () =>
    import('./alarms-dialog').then(
      ({ AlarmsDialog }) => {
        setDialog(() => AlarmsDialog);
        setOpen(true);
      },
      () => toast.error('Error', { description: 'The alarms could not be loaded. Try again.' }),
    );
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={`Alarms of ${stream.attributes.name}`}
        onClick={() => void show()}
        className={className}
      >
        <BellRing aria-hidden />
        <span className="@max-[23rem]:sr-only">Alarms</span>
      </Button>
      {Dialog ? <Dialog stream={stream} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
