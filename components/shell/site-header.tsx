'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { sessionStore, useSession } from '@/lib/client/use-session';
import { Mark } from './mark';
import { MobileDrawer } from './mobile-drawer';
import { colourPreviewItem, isCurrent, navItems } from './nav-items';
import { useProductName } from './product';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';

const linkClass =
  'flex h-8 items-center rounded-md px-2.5 font-medium text-base text-muted transition-colors hover:text-ink aria-[current]:bg-control aria-[current]:text-ink';

/** The bar on top of every page but the multi-view. */
export function SiteHeader() {
  const path = usePathname();
  const product = useProductName();
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const items = signedIn ? [...navItems, colourPreviewItem] : [colourPreviewItem];
  return (
    <header className="sticky top-0 z-40 border-b bg-canvas">
      <div className="mx-auto flex h-14 max-w-[1760px] items-center gap-2 px-4 sm:px-6">
        <MobileDrawer signedIn={signedIn} />
        <Link
          href={signedIn ? '/app' : '/'}
          className="flex h-11 items-center gap-2 rounded-md pr-3 font-semibold text-md tracking-tight"
        >
          <Mark className="size-6" />
          {product}
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {items.map(({ href, text }) => (
            <Link
              key={href}
              href={href}
              aria-current={isCurrent(href, path) ? 'page' : undefined}
              className={linkClass}
            >
              {text}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          {session.status === 'signed-out' && path === '/' ? (
            <Link href="/login" className={linkClass}>
              Sign in
            </Link>
          ) : null}
          <ThemeMenu />
          {signedIn ? (
            <>
              <div className="hidden md:block">
                <UserMenu user={session.user} organization={session.organization} />
              </div>
              <Button variant="ghost" className="md:hidden" onClick={() => sessionStore.logOut()}>
                Logout
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </header>
  );
}
