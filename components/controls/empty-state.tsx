import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text: string;
  /** The button of the next step, where the reader may take it. */
  children?: ReactNode;
}

/** Shown where there is nothing yet: what to do next. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-line-strong border-dashed px-6 py-20 text-center">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
