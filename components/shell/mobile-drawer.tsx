'use client';

import { Menu } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '@/components/ui/sheet';
import { colourPreviewItem, isCurrent, navItems } from './nav-items';
import { useProductName } from './product';

/** The navigation of small screens. */
export function MobileDrawer({ signedIn }: { signedIn: boolean }) {
  const path = usePathname();
  const product = useProductName();
  const items = signedIn ? [...navItems, colourPreviewItem] : [colourPreviewItem];
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Menu" className="md:hidden">
          <Menu aria-hidden />
        </Button>
      </SheetTrigger>
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
}
