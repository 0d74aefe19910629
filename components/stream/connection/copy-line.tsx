'use client';

import { Check, Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { copyText } from '@/lib/browser/page/copy-text';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';

interface CopyLineProps {
  label: string;
  value: string;
  /** Leaves the label to assistive technology. */
  hideLabel?: boolean;
  className?: string;
}

/** A value in one line, as long as it may be, with its Copy button. */
export function CopyLine({ label, value, hideLabel = false, className }: CopyLineProps) {
  const [copied, showCopied] = useTemporaryFlag();
  const copy = async () => {
    if (await copyText(value)) showCopied();
  };
  return (
    <div className={cn('grid min-w-0 gap-1', className)}>
      {hideLabel ? null : <span className="text-faint text-xs">{label}</span>}
      <div className="flex min-w-0 items-center gap-1 rounded-md border bg-canvas pl-2.5">
        <input
          readOnly
          aria-label={label}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="h-8 min-w-0 flex-1 rounded-sm bg-transparent font-mono text-sm pointer-coarse:h-11"
        />
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
