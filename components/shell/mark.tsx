import type { ComponentProps } from 'react';

/** The product's mark: a lens resting on a sight line. */
export function Mark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden {...props}>
      <circle cx="12" cy="10.5" r="6" strokeWidth="2" />
      <path d="M2 18.5h20" strokeWidth="1.5" />
    </svg>
  );
}
