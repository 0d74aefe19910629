import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonVariants } from '@/components/ui/button-variants';

/** From one form of the entrance to the other. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonVariants({ variant: 'link', size: 'inline', className: 'pointer-coarse:py-3' })}>
      {children}
    </Link>
  );
}
