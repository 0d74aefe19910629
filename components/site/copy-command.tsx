'use client';

import { buttonVariants } from '@/components/ui/button-variants';
import { copyText } from '@/lib/browser/page/copy-text';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';

/** A command for a terminal, with a button that copies it. */
export function CopyCommand({ command }: { command: string }) {
  const [isCopied, showCopied] = useTemporaryFlag();
  const copy = async () => {
    if (await copyText(command)) showCopied();
  };
  return (
    <div className="flex w-fit max-w-full items-center gap-2 rounded-md border bg-well py-1.5 pr-1.5 pl-4">
      <code className="min-w-0 overflow-x-auto font-mono text-md whitespace-nowrap">{command}</code>
      <button type="button" onClick={copy} className={buttonVariants({ variant: 'ghost', className: 'min-w-20' })}>
        <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy'}</span>
        <span className="sr-only"> {command}</span>
      </button>
    </div>
  );
}
