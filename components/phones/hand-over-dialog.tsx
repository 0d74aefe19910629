'use client';

import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import { Failure } from '@/components/controls/failure';
import { QrImage } from '@/components/controls/qr-image';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { formatTime } from '@/lib/browser/page/format-time';
import type { HandOverJson } from '@/lib/contracts/phones';
import { PhoneReach } from './phone-reach';

type HandOver = HandOverJson['attributes'];

interface HandOverDialogProps {
  /** The camera's. */
  name: string;
  /** Makes a code, in place of the one before. */
  make: () => Promise<HandOver>;
  /** Opens and closes it; it is open when it mounts. */
  trigger?: ReactElement;
  onClose?: () => void;
}

/** A code that hands a camera to another phone: to scan, to type and as a link. */
export function HandOverDialog({ name, make, trigger, onClose }: HandOverDialogProps) {
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => isOpen || onClose?.()}>
      {trigger ? <DialogTrigger asChild>{trigger}</DialogTrigger> : null}
      <DialogContent>
        <DialogHeading title="Hand this camera to another phone">
          Scan the code with the other phone. It becomes <bdi>{name}</bdi>, and the phone that films now stops.
        </DialogHeading>
        <HandOverCode make={make} />
      </DialogContent>
    </Dialog>
  );
}

function HandOverCode({ make }: Pick<HandOverDialogProps, 'make'>) {
  const [made, setMade] = useState<HandOver | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const begin = async () => {
    setMade(null);
    setFailure(null);
    try {
      setMade(await make());
    } catch (error) {
      setFailure(error);
    }
  };
  const beginOnce = useEffectEvent(() => void begin());
  useEffect(() => beginOnce(), []);
  return (
    <>
      <PhoneReach />
      <Failure error={failure} text="Failed to make a code" />
      {made ? (
        <div className="grid gap-4">
          <QrImage
            text={location.origin + made.path}
            label="QR code that hands this camera over"
            className="size-52 justify-self-center"
          />
          <div className="grid gap-1 text-center">
            <p className="text-muted text-sm">
              Or open <bdi>{location.host}/camera</bdi> there and type
            </p>
            <p data-testid="hand-over-code" className="select-all font-mono font-semibold text-xl tracking-widest">
              {made.code}
            </p>
            <p className="text-muted text-sm">Works once, until {formatTime(new Date(made.expires_at))}</p>
          </div>
          <CopyLine label="hand-over link" hideLabel value={location.origin + made.path} />
        </div>
      ) : failure ? null : (
        <Skeleton className="h-80 rounded-md" />
      )}
      <DialogFooter>
        <Button size="form" disabled={!made && !failure} onClick={() => void begin()}>
          New code
        </Button>
        <DialogClose asChild>
          <Button variant="primary" size="form">
            Done
          </Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
