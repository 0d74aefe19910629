'use client';

import { Radio } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import type { MemberStreamJson } from '@/lib/contracts/streams';

// Few cameras are sent anywhere, and no page need wait for the dialog.
const DestinationsDialog = dynamic(() => import('./destinations-dialog').then((loaded) => loaded.DestinationsDialog), {
  ssr: false,
});

/** Opens the places that a camera is sent to; nothing for whoever may not send it. */
export function DestinationsButton({ stream }: { stream: MemberStreamJson }) {
  const mayManage = useMay('destinations.manage');
  const [open, setOpen] = useState(false);
  if (!mayManage) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted text-sm">Send it on to YouTube, Twitch, or any server.</p>
      <Button
        aria-haspopup="dialog"
        aria-label={`Destinations of ${stream.attributes.name}`}
        onClick={() => setOpen(true)}
      >
        <Radio aria-hidden />
        Destinations
      </Button>
      {open ? <DestinationsDialog stream={stream} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
