'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { overlayClass } from '@/components/ui/dialog';
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
    <Dialog.Root defaultOpen>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[250px] flex-col gap-1 border-r bg-floating p-4 shadow-float slide-in-from-left-4 fade-in-0 animate-in duration-150"
        >
          <div className="mb-2 flex items-center justify-between">
            <Dialog.Title className="px-2 font-semibold text-md">{product}</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="grid gap-1">
            {items.map(({ href, text }) => (
              <Dialog.Close asChild key={href}>
                <Link
                  href={href}
                  aria-current={isCurrent(href, path) ? 'page' : undefined}
                  className="flex h-11 items-center rounded-md px-2 font-medium text-md text-muted hover:bg-control aria-[current]:bg-control aria-[current]:text-ink"
                >
                  {text}
                </Link>
              </Dialog.Close>
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
