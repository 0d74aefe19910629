import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
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

/** The link at the top of a page to the page that it belongs to. */
export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="flex items-center gap-1.5 justify-self-start rounded-md py-1 font-medium text-muted text-sm hover:text-ink pointer-coarse:min-h-11"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
);

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
        <p className="text-balance text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
