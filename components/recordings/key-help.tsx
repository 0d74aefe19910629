import { cn } from '@/components/ui/cn';

/** Keys, and what they do together. */
export interface KeyWords {
  keys: readonly string[];
  text: string;
}

/** A list of keys in one line, or in as many as it needs. */
export function KeyHelp({ keys: help, className }: { keys: readonly KeyWords[]; className?: string }) {
  return (
    <dl className={cn('flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm pointer-coarse:hidden', className)}>
      {help.map(({ keys, text }) => (
        <div key={text} className="flex gap-2">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="rounded-sm border px-1 font-mono text-xs">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
