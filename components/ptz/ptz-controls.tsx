'use client';

import { House, Pencil, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Input } from '@/components/ui/input';
import { messageOr } from '@/lib/browser/api/error-text';
import { sendPtz } from '@/lib/browser/ptz/use-ptz';
import { usePtzHand } from '@/lib/browser/ptz/use-ptz-hand';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { Ptz, PtzCommand } from '@/lib/contracts/ptz';
import type { StreamJson } from '@/lib/contracts/streams';

interface PtzControlsProps {
  stream: StreamJson;
  ptz: Ptz;
  /** Lies on the picture that it moves. */
  isOverlay?: boolean;
  className?: string;
}

/** Whether the guard key is held during a press. */
const guardOf = ({ shiftKey, altKey }: MouseEvent) => ({ guard_held: shiftKey || altKey });

/** The lowest number from 1 that no preset has. */
function freeNumber(presets: Ptz['presets']): number {
  let number = 1;
  while (presets.some((preset) => preset.number === number)) number++;
  return number;
}

/** Moves a camera: a surface for pointer, wheel, keys and gamepad, and its presets. */
export function PtzControls({ stream, ptz, isOverlay, className }: PtzControlsProps) {
  const surface = useRef<HTMLButtonElement>(null);
  const moveFailure = usePtzHand(stream.id, surface);
  const [pressFailure, setPressFailure] = useState<unknown>(null);
  const [edits, setEdits] = useState(false);
  const isOnAir = useTally(stream.id) === 'program';
  const { name } = stream.attributes;
  const failure = moveFailure ?? pressFailure;
  const words = failure
    ? messageOr(failure, 'The camera could not be moved.')
    : isOnAir
      ? 'On air: hold Shift to move it'
      : 'Drag, or use arrow keys. Double-click centers. Wheel, + and − zoom.';

  const press = async (command: PtzCommand) => {
    try {
      await sendPtz(stream.id, command);
      setPressFailure(null);
    } catch (error) {
      setPressFailure(error);
    }
  };
  const free = freeNumber(ptz.presets);

  return (
    <div
      data-testid="ptz"
      className={cn('grid grid-cols-1 grid-rows-[minmax(0,1fr)_auto]', isOverlay && 'dark absolute inset-0', className)}
    >
      <button
        ref={surface}
        type="button"
        data-ptz-surface
        // biome-ignore lint/a11y/noAutofocus: keys move the camera as soon as the person has asked for that
        autoFocus={isOverlay}
        aria-label={`Move ${name}`}
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + -"
        className={cn(
          'relative min-h-24 cursor-move touch-none outline-offset-[-4px]',
          !isOverlay && 'rounded-md border border-dashed border-line-strong',
        )}
      >
        <span
          role={failure ? 'alert' : undefined}
          data-testid="ptz-words"
          className={cn(
            'absolute inset-x-2 bottom-2 mx-auto w-fit rounded-md px-2 py-1 text-sm',
            failure ? 'bg-failed text-canvas' : isOnAir ? 'bg-program text-white' : 'bg-black/75 text-white',
          )}
        >
          {words}
        </span>
      </button>
      <div className={cn('flex flex-wrap items-center gap-2 py-2', isOverlay && 'bg-black/75 px-2')}>
        <Button
          size="icon"
          aria-label={`Home position of ${name}`}
          title="Home position"
          onClick={(event) => void press({ action: 'home', ...guardOf(event) })}
        >
          <House aria-hidden />
        </Button>
        {ptz.presets.map(({ number, name: presetName }) => (
          <Button
            key={number}
            aria-label={edits ? `Clear preset ${number}, ${presetName}` : `Recall preset ${number}, ${presetName}`}
            onClick={(event) =>
              void press(
                edits ? { action: 'clear', preset: number } : { action: 'recall', preset: number, ...guardOf(event) },
              )
            }
          >
            <span className="text-muted tabular-nums">{number}</span>
            <bdi className="max-w-40 truncate">{presetName}</bdi>
            {edits ? <X aria-hidden /> : null}
          </Button>
        ))}
        <Button
          size="icon"
          aria-pressed={edits}
          aria-label="Edit presets"
          title="Edit presets"
          className={pressedClass}
          onClick={() => setEdits(!edits)}
        >
          <Pencil aria-hidden />
        </Button>
        {edits ? (
          <form
            className="flex flex-wrap items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              const presetName = String(new FormData(form).get('name') ?? '').trim();
              void press({ action: 'store', preset: free, name: presetName || undefined });
              form.reset();
            }}
          >
            <Input name="name" aria-label="Name of the preset" placeholder={`Preset ${free}`} className="w-40" />
            <Button type="submit">Store as {free}</Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}
