import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonVariants } from '@/components/ui/button-variants';

/** The layout of sign-in and sign-up: the form and the tagline, which on wide screens lies over a test pattern beside it. */
export function AuthColumns({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col sm:max-lg:justify-center lg:grid lg:grid-cols-2">
      <div className="flex items-start justify-center px-4 pt-10 pb-8 sm:items-center sm:px-6 lg:py-10">
        <div className="grid w-full max-w-sm gap-6">{children}</div>
      </div>
      <div className="relative overflow-hidden max-lg:px-4 max-lg:pb-10 max-lg:sm:px-6 lg:border-l lg:bg-well">
        <div className="contents max-lg:hidden">
          <TestPattern />
        </div>
        <p className="max-w-sm text-balance font-semibold text-lg max-lg:mx-auto max-lg:text-muted lg:absolute lg:inset-x-0 lg:bottom-0 lg:max-w-xl lg:p-12 lg:text-xl">
          Beautifully simple multi-camera livestreaming that works every time.
        </p>
      </div>
    </div>
  );
}

const bars = ['bg-(--n6)', 'bg-(--n5)', 'bg-(--n4)', 'bg-(--n3)', 'bg-(--n4)', 'bg-(--n5)', 'bg-(--n6)'];

/** A decorative test pattern: gray bars with a slow line across. */
function TestPattern() {
  return (
    <div aria-hidden className="@container absolute inset-0 [mask-image:linear-gradient(black_35%,transparent_80%)]">
      <div className="flex h-full">
        {bars.map((color, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          <div key={position} className={`flex-1 ${color}`} />
        ))}
      </div>
      <div className="absolute inset-y-0 left-0 w-px animate-sweep bg-ink/40" />
    </div>
  );
}

/** A link between the sign-in and sign-up pages. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonVariants({ variant: 'link', size: 'inline', className: 'pointer-coarse:py-3' })}>
      {children}
    </Link>
  );
}
