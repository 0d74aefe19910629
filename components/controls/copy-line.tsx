'use client';

import { Check, Copy } from 'lucide-react';
import type { FocusEvent } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { copyText } from '@/lib/browser/page/copy-text';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';

interface CopyLineProps {
  label: string;
  value: string;
  /** Shows the label only to assistive technology. */
  hideLabel?: boolean;
  /** Wraps a long value, so that all of it can be read. */
  isWhole?: boolean;
  className?: string;
}

/** A value with its Copy button, in one line unless it is to be read whole. */
export function CopyLine({ label, value, hideLabel = false, isWhole = false, className }: CopyLineProps) {
  const [copied, showCopied] = useTemporaryFlag();
  const copy = async () => {
    if (await copyText(value)) showCopied();
  };
  const field = {
    readOnly: true,
    'aria-label': label,
    value,
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.currentTarget.select(),
  };
  const fieldClass = 'min-w-0 flex-1 rounded-sm bg-transparent font-mono text-sm';
  return (
    <div className={cn('grid min-w-0 gap-1', className)}>
      {hideLabel ? null : <span className="text-faint text-xs">{label}</span>}
      <div className="flex min-w-0 items-center gap-1 rounded-md border bg-canvas pl-2.5">
        {isWhole ? (
          <textarea
            {...field}
            rows={2}
            className={cn(fieldClass, 'field-sizing-content resize-none break-all py-1.5')}
          />
        ) : (
          <input {...field} className={cn(fieldClass, 'h-8 pointer-coarse:h-11')} />
        )}
        <Button
          variant="ghost"
          className="min-w-24 px-2.5 text-sm"
          aria-label={copied ? 'Copied!' : `Copy ${label}`}
          onClick={copy}
        >
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
        </Button>
      </div>
    </div>
  );
}
