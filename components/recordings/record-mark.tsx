import { cn } from '@/components/ui/cn';

/** The mark of a camera that is recorded: a red dot and a word. */
export const RecordMark = ({ className }: { className?: string }) => (
  <span title="Recording" className={cn('flex shrink-0 items-center gap-1 font-medium text-failed text-xs', className)}>
    <span aria-hidden className="size-2 rounded-full bg-current" />
    REC
  </span>
);
