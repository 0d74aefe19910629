'use client';

import { Mic } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/input';
import { messageOr } from '@/lib/browser/api/error-text';
import { keyOf } from '@/lib/browser/page/pressed-key';
import type { DeskMicrophone, TalkbackCall } from '@/lib/browser/talkback/talkback-desk';
import { useTalkbackDesk } from '@/lib/browser/talkback/talkback-desk';
import type { StreamJson } from '@/lib/contracts/streams';
import { HoldButton } from './hold-button';

interface TalkbackPanelProps {
  eventId: string;
  streams: StreamJson[];
  /** Null: no phone is called by its picture. */
  call: TalkbackCall | null;
  /** The phone that is called begins or ceases to hear the director. */
  onSpeaking?: ((isSpeaking: boolean) => void) | undefined;
}

/** Whom the director speaks to, and the button that does it. The key T does the same while the page has the keyboard. */
export function TalkbackPanel({ eventId, streams, call, onSpeaking }: TalkbackPanelProps) {
  const { desk, source, sendBack, sendError } = useTalkbackDesk(eventId);
  const { chosen, isHeld, phones } = desk;
  useHeldKey('t', (isDown) => desk.hold(isDown));
  useEffect(() => {
    if (call) desk.choose(new Set([call.streamId]));
  }, [desk, call]);
  const isCalled = call !== null && phones.includes(call.streamId);
  // A phone that is held before the microphone is open hears the director once it is.
  const isSpeaking = isCalled && call.isHeld && desk.microphone === 'open';
  useEffect(() => {
    if (!isSpeaking) return;
    desk.hold(true);
    onSpeaking?.(true);
    return () => {
      desk.hold(false);
      onSpeaking?.(false);
    };
  }, [desk, isSpeaking, onSpeaking]);
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
    absent: call && !isCalled ? nameOf(call.streamId) : null,
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
        <span aria-hidden>Send to phones</span>
        <Select
          aria-label="Send to phones"
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

interface Desk {
  microphone: DeskMicrophone;
  isConnected: boolean;
  hasPhones: boolean;
  /** The names of cameras whose people speak. */
  speakers: string[];
  /** The names of cameras that hear the director; null: all. */
  heard: string[] | null;
  isHeld: boolean;
  /** The name of a camera that the director calls, and whose phone is not there. */
  absent: string | null;
}

/** The director's talkback in words, the most urgent first; empty while nobody speaks. */
export function deskWords({ microphone, isConnected, hasPhones, speakers, heard, isHeld, absent }: Desk): string {
  if (microphone === 'denied')
    return 'This browser blocks the microphone. Allow it for this site, then open Talkback again.';
  if (microphone === 'missing') return 'No microphone found. Connect one, then open Talkback again.';
  if (!isConnected) return 'Connecting…';
  const crew = speakers.length > 0 ? `${listOf(speakers)} ${speakers.length === 1 ? 'speaks' : 'speak'}` : '';
  const own = isHeld ? `Talking to ${heard ? listOf(heard) : 'all phones'}` : '';
  if (crew || own) return [own, crew].filter(Boolean).join(' · ');
  if (absent) return `The phone of ${absent} is not in the talkback. Its camera page must be open.`;
  return hasPhones ? '' : 'No phone is in the talkback yet.';
}

const list = new Intl.ListFormat('en');
const listOf = (names: string[]): string => list.format(names);

/** Whether the key is typed into something instead. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Calls back when a letter's key is pressed and released. A page that loses the keyboard counts as released. */
function useHeldKey(letter: string, onHold: (isHeld: boolean) => void): void {
  const hold = useEffectEvent(onHold);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const isKey = (event: KeyboardEvent) => keyOf(event) === letter;
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, target } = event;
      if (isKey(event) && !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(target)) hold(true);
    };
    document.addEventListener('keydown', onKeyDown, { signal });
    document.addEventListener('keyup', (event) => isKey(event) && hold(false), { signal });
    window.addEventListener('blur', () => hold(false), { signal });
    return () => {
      over.abort();
      hold(false);
    };
  }, [letter]);
}
