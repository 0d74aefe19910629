import type { ReactNode } from 'react';
import { TestPattern } from './test-pattern';

/** One narrow column for the form; beside it, on wide screens, the tagline over a test pattern. */
export function AuthColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid lg:grid-cols-2">
      <div className="flex items-start justify-center px-4 py-10 sm:items-center sm:px-6">
        <div className="grid w-full max-w-sm gap-6">{children}</div>
      </div>
      <div className="relative hidden overflow-hidden border-l bg-well lg:block">
        <TestPattern />
        <p className="absolute inset-x-0 bottom-0 max-w-xl text-balance p-12 font-semibold text-xl">
          Beautifully simple multi-camera livestreaming that works every time.
        </p>
      </div>
    </div>
  );
}
