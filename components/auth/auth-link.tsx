import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonVariants } from '@/components/ui/button-variants';

/** A link between the sign-in and sign-up pages. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonVariants({ variant: 'link', size: 'inline', className: 'pointer-coarse:py-3' })}>
      {children}
    </Link>
  );
}
