'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '@/components/ui/sheet';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import type { Popup } from './lazy-popup';
import { colorPreviewItem, isCurrent, navItems, organizationItem } from './nav-items';
import { useProductName } from './product';

/** The drawer with the navigation of small screens. */
export const MobileNavigation: Popup = ({ trigger }) => {
  const path = usePathname();
  const product = useProductName();
  const { status } = useAuthSession();
  const items = status === 'signed-in' ? [...navItems, organizationItem, colorPreviewItem] : [colorPreviewItem];
  return (
    <Sheet defaultOpen>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent title={product}>
        <nav aria-label="Main" className="grid gap-1">
          {items.map(({ href, text }) => (
            <SheetClose asChild key={href}>
              <Link
                href={href}
                aria-current={isCurrent(href, path) ? 'page' : undefined}
                className="flex h-11 items-center rounded-md px-2 font-medium text-md text-muted hover:bg-control aria-[current]:bg-control aria-[current]:text-ink"
              >
                {text}
              </Link>
            </SheetClose>
          ))}
        </nav>
      </SheetContent>
    </Sheet>
  );
};
