'use client';

import { Headset, Mic } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass, roomyWordClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useSpeaks } from '@/lib/browser/talkback/speaking-cameras';
import type { TalkbackCall } from '@/lib/browser/talkback/talkback-desk';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import type { StreamJson } from '@/lib/contracts/streams';

// Few talk, and the page need not wait for that.
const TalkbackPanel = dynamic(() => import('./talkback-panel').then(({ TalkbackPanel }) => TalkbackPanel), {
  ssr: false,
});

interface TalkbackButtonProps {
  eventId: string;
  /** Opens the talkback, and speaks to one phone. */
  call?: TalkbackCall | null;
  onClose?: () => void;
  /** The phone that is called begins or ceases to hear the director. */
  onSpeaking?: (isSpeaking: boolean) => void;
  /** For pages that are dark in both themes. */
  isDark?: boolean;
  className?: string;
  /** The panel is a row of its own below the button, unless this says otherwise. */
  panelClassName?: string;
}

/** Opens the talkback of an event with phones, and shows whom the director speaks to. */
export function TalkbackButton({
  eventId,
  call = null,
  onClose,
  onSpeaking,
  isDark,
  className,
  panelClassName,
}: TalkbackButtonProps) {
  const mayTalk = useMay('talkback.use');
  const { data: streams } = useStreams(eventId);
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || call !== null;
  const toggle = () => {
    setPressed(!isOpen);
    if (isOpen) onClose?.();
  };
  const hasTalkback = ({ attributes: { source_kind: kind } }: StreamJson) => kind && sourceKinds[kind].hasTalkback;
  if (!mayTalk || !streams?.some(hasTalkback)) return null;
  return (
    <>
      <Tooltip text="Talk to the phones" isDark={isDark}>
        <Button aria-pressed={isOpen} className={cn(pressedClass, className)} onClick={toggle}>
          <Headset aria-hidden />
          <span className={isDark ? roomyWordClass : undefined}>Talkback</span>
        </Button>
      </Tooltip>
      {isOpen ? (
        <div data-talkback className={cn('order-last w-full', isDark && 'dark', panelClassName)}>
          <TalkbackPanel eventId={eventId} streams={streams} call={call} onSpeaking={onSpeaking} />
        </div>
      ) : null}
    </>
  );
}

/** Says of a camera that its person speaks to the director; nothing otherwise. */
export function TalkMark({ streamId }: { streamId: string }) {
  if (!useSpeaks(streamId)) return null;
  return (
    <span
      data-testid="talk-mark"
      className="flex shrink-0 items-center gap-[0.3em] rounded-[0.2em] bg-white px-[0.4em] py-[0.1em] font-semibold text-black leading-tight forced-color-adjust-none"
    >
      <Mic aria-hidden className="size-[0.9em]" />
      Speaks
    </span>
  );
}
