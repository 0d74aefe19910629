'use client';

import { useRunningMeters } from './use-audio-meters';

/** Says why the meters rest: browsers let a page have sound only after its user did something. */
export function MeterNote() {
  const meters = useRunningMeters();
  return meters ? null : <p className="w-full text-muted text-sm">Sound meters start with your first click or key.</p>;
}
