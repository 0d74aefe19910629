'use client';

import { Button } from '@/components/ui/button';

/** Shown in place of a page that broke. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid max-w-md gap-4 px-4 py-24 text-center">
      <h1 className="font-semibold text-xl">Unexpected Application Error!</h1>
      <p className="text-muted">This page broke. Your cameras and your viewers are not affected.</p>
      <Button variant="primary" size="form" className="mx-auto" onClick={reset}>
        Load it again
      </Button>
    </main>
  );
}
