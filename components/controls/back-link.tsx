import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';

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
