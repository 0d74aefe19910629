'use client';

import { Mic } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/select';
import { messageOr } from '@/lib/browser/api/error-text';
import { useTalkbackDesk } from '@/lib/browser/talkback/use-talkback-desk';
import type { StreamJson } from '@/lib/contracts/streams';
import { deskWords } from './desk-words';
import { HoldButton } from './hold-button';
import { useHeldKey } from './use-held-key';

interface TalkbackPanelProps {
  eventId: string;
  streams: StreamJson[];
}

/** Whom the director speaks to, and the button that does it. The key T does the same while the page has the keyboard. */
export function TalkbackPanel({ eventId, streams }: TalkbackPanelProps) {
  const { desk, source, sendBack, sendError } = useTalkbackDesk(eventId);
  const { chosen, isHeld, phones } = desk;
  useHeldKey('t', (isDown) => desk.hold(isDown));
  const present = streams.filter(({ id }) => phones.includes(id));
  const nameOf = (streamId: string) => streams.find(({ id }) => id === streamId)?.attributes.name ?? 'A phone';
  const toggle = (streamId: string) => {
    const ids = new Set(chosen);
    if (!ids.delete(streamId)) ids.add(streamId);
    desk.choose(ids.size > 0 ? ids : null);
  };
  const words = deskWords({
    microphone: desk.microphone,
    isConnected: desk.isConnected,
    hasPhones: present.length > 0,
    speakers: desk.speakers.map(nameOf),
    heard: chosen && [...chosen].map(nameOf),
    isHeld,
  });
  return (
    <section aria-label="Talkback" className="flex flex-wrap items-center gap-2">
      {/* First, so that phones that come and go never move it from under the pointer. */}
      <HoldButton
        variant="primary"
        aria-keyshortcuts="T"
        className="touch-none"
        isHeld={isHeld}
        disabled={desk.microphone !== 'open' || present.length === 0}
        onHold={(isDown) => desk.hold(isDown)}
      >
        <Mic aria-hidden />
        Hold to talk
        <kbd className="rounded-sm border border-current/40 px-1 font-mono text-xs">T</kbd>
      </HoldButton>
      <fieldset aria-label="Speak to" className="flex min-w-0 flex-wrap items-center gap-1">
        <Button aria-pressed={chosen === null} className={pressedClass} onClick={() => desk.choose(null)}>
          All phones
        </Button>
        {present.map(({ id, attributes: { name } }) => (
          <Button
            key={id}
            aria-pressed={chosen?.has(id) ?? false}
            className={cn('max-w-48', pressedClass)}
            onClick={() => toggle(id)}
          >
            <span dir="auto" className="truncate">
              {name}
            </span>
          </Button>
        ))}
      </fieldset>
      <div className="flex items-center gap-2 text-sm">
        <span aria-hidden>Phones see and hear</span>
        <Select
          aria-label="Phones see and hear"
          value={source ?? ''}
          onChange={({ target }) => sendBack(target.value || null)}
          className="h-8 w-40 pointer-coarse:h-11"
        >
          <option value="">Nothing</option>
          <option value="program">The program</option>
          {streams.map(({ id, attributes: { name } }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {sendError ? (
        <p role="alert" className="text-failed text-sm">
          {messageOr(sendError, 'Failed to change what the phones see')}
        </p>
      ) : null}
      <p role="status" data-testid="talkback-state" className="min-w-0 truncate text-sm">
        {words}
      </p>
    </section>
  );
}
