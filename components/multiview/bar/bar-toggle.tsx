import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';

interface BarToggleProps {
  label: string;
  /** The tooltip's text; the label by default. */
  text?: string;
  /** Its key. */
  keys: string;
  isOn: boolean;
  onToggle: () => void;
  /** Its icon. */
  children: ReactNode;
}

/** A button of the multiview's bar that is on or off. On phones its place is the View menu. */
export function BarToggle({ label, text = label, keys, isOn, onToggle, children }: BarToggleProps) {
  return (
    <Tooltip text={text} keys={keys} isDark>
      <Button
        size="icon"
        aria-label={label}
        aria-pressed={isOn}
        aria-keyshortcuts={keys}
        onClick={onToggle}
        className={cn(pressedClass, 'max-sm:hidden')}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
