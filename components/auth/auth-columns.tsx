import type { ReactNode } from 'react';
import { TestPattern } from './test-pattern';

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
