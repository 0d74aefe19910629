'use client';

import { Headset } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreams } from '@/lib/browser/data/use-streams';

// Few talk, and the page need not wait for that.
const TalkbackPanel = dynamic(() => import('./talkback-panel').then(({ TalkbackPanel }) => TalkbackPanel), {
  ssr: false,
});

interface TalkbackButtonProps {
  eventId: string;
  /** For pages that are dark in both themes. */
  isDark?: boolean;
  className?: string;
}

/** Opens the talkback of an event with phones; below it, in a row of its own, whom the director speaks to. */
export function TalkbackButton({ eventId, isDark, className }: TalkbackButtonProps) {
  const mayTalk = useMay('talkback.use');
  const { data: streams } = useStreams(eventId);
  const [isOpen, setOpen] = useState(false);
  if (!mayTalk || !streams?.some(({ attributes }) => attributes.source_kind === 'phone')) return null;
  return (
    <>
      <Tooltip text="Talk to the phones" isDark={isDark}>
        <Button aria-pressed={isOpen} className={cn(pressedClass, className)} onClick={() => setOpen(!isOpen)}>
          <Headset aria-hidden />
          Talkback
        </Button>
      </Tooltip>
      {isOpen ? (
        <div className={cn('order-last w-full', isDark && 'dark')}>
          <TalkbackPanel eventId={eventId} streams={streams} />
        </div>
      ) : null}
    </>
  );
}
