import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** One or two short sentences under the title. */
  text?: string;
  children: ReactNode;
}

/** A part of a settings page, with a line above it. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section aria-label={title} className="grid gap-4 border-t pt-6">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
        {text ? <p className="text-muted">{text}</p> : null}
      </div>
      {children}
    </section>
  );
}
