'use client';

import { useEffect, useRef, useState } from 'react';
import { useContactLostSince } from '@/lib/browser/data/use-server-contact';
import { formatCount } from '@/lib/browser/page/format-count';

/** Says for how long the server has not been heard, above everything, also above a tile that fills the screen. */
export function ContactStrip() {
  const lostSinceMs = useContactLostSince();
  return lostSinceMs === null ? null : <Strip lostSinceMs={lostSinceMs} />;
}

function Strip({ lostSinceMs }: { lostSinceMs: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const [seconds, setSeconds] = useState(() => secondsSince(lostSinceMs));

  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(lostSinceMs)), 250);
    return () => clearInterval(timer);
  }, [lostSinceMs]);

  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    // The element shown last lies on top, so show the strip again after another element goes fullscreen.
    const show = () => {
      if (strip.matches(':popover-open')) strip.hidePopover();
      strip.showPopover();
    };
    show();
    document.addEventListener('fullscreenchange', show);
    document.documentElement.dataset.noContact = '';
    return () => {
      document.removeEventListener('fullscreenchange', show);
      delete document.documentElement.dataset.noContact;
    };
  }, []);

  return (
    <div
      ref={ref}
      popover="manual"
      data-testid="contact-strip"
      className="inset-x-0 top-0 bottom-auto h-(--strip-height) w-full items-center justify-center gap-1.5 bg-pending px-4 font-semibold text-canvas text-sm [&:popover-open]:flex"
    >
      {/* Announced once; the counter would be read out each second. */}
      <p role="alert">No contact with the server</p>
      <p aria-hidden>for {formatCount(seconds)}</p>
    </div>
  );
}

const secondsSince = (ms: number): number => Math.max(0, Math.floor((performance.now() - ms) / 1000));
