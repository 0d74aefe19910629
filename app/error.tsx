'use client';

/** Shown in place of a page that broke. Part of every page, so it is made of nothing but itself. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid max-w-md gap-4 px-4 py-24 text-center">
      <h1 className="font-semibold text-xl">Unexpected Application Error!</h1>
      <p className="text-muted">This page broke. Your cameras and your viewers are not affected.</p>
      <button
        type="button"
        className="mx-auto h-10 rounded-md bg-primary px-4 font-medium text-on-primary hover:bg-primary/85 pointer-coarse:h-11"
        onClick={reset}
      >
        Load it again
      </button>
    </main>
  );
}
