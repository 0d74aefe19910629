'use client';

import { Moon, Sun, UserRound } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { buttonVariants } from '@/components/ui/button-variants';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { LazyPopup } from './lazy-popup';
import { MobileDrawer } from './mobile-drawer';
import { colorPreviewItem, isCurrent, navItems } from './nav-items';
import { useProduct, useProductName } from './product';

const linkClass =
  'flex h-8 items-center rounded-md px-2.5 font-medium text-base text-muted hover:text-ink aria-[current]:bg-control aria-[current]:text-ink pointer-coarse:h-11';

interface SiteHeaderProps {
  /** As wide as the window, over pages that are. */
  isWide?: boolean;
  /** For signed-in pages: as wide, and with space reserved for the account until it is known. */
  forMembers?: boolean;
  /** Buttons beside the theme menu. */
  children?: ReactNode;
}

/** The header of every page except the multiview. */
export function SiteHeader({ forMembers = false, isWide = forMembers, children }: SiteHeaderProps) {
  const path = usePathname();
  const product = useProductName();
  const { status } = useAuthSession();
  const signedIn = status === 'signed-in';
  const hasAccount = signedIn || (forMembers && status !== 'signed-out');
  return (
    <header className="sticky top-(--strip-height) z-40 border-b bg-canvas print:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-floating focus:p-2"
      >
        Skip to content
      </a>
      <div
        className={`mx-auto flex h-14 items-center gap-2 px-4 sm:px-6 ${isWide ? 'max-w-[110rem] 3xl:max-w-none 3xl:px-10' : 'max-w-6xl'}`}
      >
        <MobileDrawer />
        <Link
          href={signedIn ? '/app' : '/'}
          className="flex h-11 min-w-0 items-center gap-2 rounded-md pr-3 font-semibold text-md tracking-tight"
        >
          <BrandMark className="size-6 shrink-0" />
          <span className="truncate">{product}</span>
        </Link>
        {signedIn ? (
          <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
            {navItems.map(({ href, text }) => (
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
        ) : null}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <Link
            href={colorPreviewItem.href}
            aria-current={isCurrent(colorPreviewItem.href, path) ? 'page' : undefined}
            className={`${linkClass} max-md:hidden`}
          >
            {colorPreviewItem.text}
          </Link>
          {path === '/' && !signedIn ? (
            <Link href="/login" className={linkClass}>
              Sign in
            </Link>
          ) : null}
          {children}
          <ThemeMenu />
          {hasAccount ? (
            <div className={signedIn ? 'flex' : 'invisible flex'}>
              <div className="hidden md:block">
                <UserMenu />
              </div>
              <Link
                href="/account"
                aria-label="Account"
                className={buttonVariants({ variant: 'ghost', size: 'icon', className: 'md:hidden' })}
              >
                <UserRound aria-hidden />
              </Link>
              <button
                type="button"
                className={buttonVariants({ variant: 'ghost', className: 'md:hidden' })}
                onClick={() => authSessionStore.logOut()}
              >
                Logout
              </button>
            </div>
          ) : null}
        </div>
      </div>
    </header>
  );
}

/** The product's mark: a lens on a sight line, or the operator's image. Decorative, because the name stands beside it. */
function BrandMark({ className }: { className: string }) {
  const { markUrl } = useProduct();
  // biome-ignore lint/performance/noImgElement: the operator's image may be on any host, and is small
  if (markUrl) return <img src={markUrl} alt="" className={className} />;
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden className={className}>
      <circle cx="12" cy="10.5" r="6" strokeWidth="2" />
      <path d="M2 18.5h20" strokeWidth="1.5" />
    </svg>
  );
}

const loadThemeChoices = () => import('./theme-choices').then(({ ThemeChoices }) => ThemeChoices);

/** The button that opens the theme menu. */
function ThemeMenu() {
  return (
    <LazyPopup
      kind="menu"
      load={loadThemeChoices}
      trigger={
        <button type="button" aria-label="Theme" className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </button>
      }
    />
  );
}

const loadAccountChoices = () => import('./account-choices').then(({ AccountChoices }) => AccountChoices);

/** The button that opens the account menu. */
function UserMenu() {
  return (
    <LazyPopup
      kind="menu"
      load={loadAccountChoices}
      trigger={
        <button type="button" aria-label="Account" className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
          <UserRound aria-hidden />
        </button>
      }
    />
  );
}
