'use client';

import { ArrowRightLeft } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { makeHandOver } from '@/lib/browser/data/use-camera-invites';
import { useCrew } from '@/lib/browser/data/use-crew';
import type { StreamJson } from '@/lib/contracts/streams';

const loadHandOverDialog = () => import('./hand-over-dialog').then(({ HandOverDialog }) => HandOverDialog);

interface HandOverButtonProps {
  /** A camera. One that no phone is has no button. */
  stream: StreamJson;
  className?: string;
}

/** Opens the code that hands a phone's camera to another phone. */
export function HandOverButton({ stream: { id, attributes }, className }: HandOverButtonProps) {
  const crew = useCrew(attributes.event_id);
  const isPhone = crew.data?.some((phone) => phone.attributes.stream_id === id);
  const mayHandOver = useMay('phones.hand_over');
  if (!isPhone || !mayHandOver) return null;
  return (
    <LazyPopup
      kind="dialog"
      props={{ name: attributes.name, make: () => makeHandOver(id) }}
      load={loadHandOverDialog}
      trigger={
        <Button className={className} aria-label={`Hand to another phone: ${attributes.name}`}>
          <ArrowRightLeft aria-hidden />
          Hand to another phone
        </Button>
      }
    />
  );
}
