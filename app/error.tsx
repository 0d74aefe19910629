'use client';

/** Replaces a page that has crashed. It is part of every page's bundle, so it imports nothing. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid max-w-md gap-4 px-4 py-24 text-center">
      <h1 className="font-semibold text-xl">Unexpected Application Error!</h1>
      <p className="text-muted">This page has crashed. Your cameras and viewers are not affected.</p>
      <button
        type="button"
        className="mx-auto h-10 rounded-md bg-primary px-4 font-medium text-on-primary hover:bg-primary/85 pointer-coarse:h-11"
        onClick={reset}
      >
        Reload
      </button>
    </main>
  );
}
