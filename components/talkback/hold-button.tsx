import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { keyOf } from '@/lib/browser/page/pressed-key';

const presses = [' ', 'Enter'];

interface HoldButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  isHeld: boolean;
  onHold: (isHeld: boolean) => void;
  /** It lies in a list: a touch that scrolls the list holds nothing. */
  isInList?: boolean;
}

/** A touch that stays for this long does not scroll. */
const scrollsWithinMs = 250;

/**
 * A button that does something while it is held, by pointer or key. Switch access and screen readers only click: the first
 * click holds it, the second releases it.
 */
export function HoldButton({ isHeld, onHold, isInList = false, ...props }: HoldButtonProps) {
  const byPointer = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    timer.current = undefined;
    onHold(true);
  };
  const forgetPointer = () => {
    byPointer.current = false;
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const release = () => {
    forgetPointer();
    onHold(false);
  };
  return (
    <Button
      aria-pressed={isHeld}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        byPointer.current = true;
        if (isInList && event.pointerType === 'touch') timer.current = setTimeout(hold, scrollsWithinMs);
        else hold();
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        if (timer.current !== undefined) forgetPointer();
      }}
      onLostPointerCapture={() => {
        if (byPointer.current) release();
      }}
      // A long touch would open a menu.
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!presses.includes(keyOf(event))) return;
        event.preventDefault();
        if (!event.repeat) onHold(true);
      }}
      onKeyUp={(event) => {
        if (!presses.includes(keyOf(event))) return;
        event.preventDefault();
        onHold(false);
      }}
      onBlur={() => {
        if (isHeld) release();
      }}
      onClick={({ detail }) => {
        // A pointer's click counts; one that a program makes does not.
        if (detail === 0) onHold(!isHeld);
      }}
      {...props}
    />
  );
}
