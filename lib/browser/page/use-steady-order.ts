import { useEffect, useState } from 'react';

interface Row {
  id: string;
}

/** After this long without a movement nobody is about to press anything. */
const holdMs = 3_000;

/**
 * Keeps the order of rows while someone points at them or moves through them by keyboard: no row moves away under a
 * press. Meanwhile new rows come last, and rows that are gone disappear immediately.
 * @returns the rows, and a function to call with each movement
 */
export function useSteadyOrder<R extends Row>(rows: R[]): [rows: R[], hold: () => void] {
  const [order, setOrder] = useState<string[] | null>(null);
  const [heldAtMs, setHeldAtMs] = useState(0);
  const isHeld = order !== null;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => setOrder(null), heldAtMs + holdMs - performance.now());
    return () => clearTimeout(timer);
  }, [isHeld, heldAtMs]);

  const hold = () => {
    const nowMs = performance.now();
    if (!isHeld) setOrder(rows.map(({ id }) => id));
    // Not with each movement of the pointer.
    if (nowMs - heldAtMs > holdMs / 4) setHeldAtMs(nowMs);
  };
  return [order ? inOrder(rows, order) : rows, hold];
}

/** The rows in a former order, with new ones at the end. */
export function inOrder<R extends Row>(rows: R[], order: string[]): R[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: R) => places.get(id) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
