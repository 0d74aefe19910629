/** Where an event's cards are in their grid, as CSS orders: a card's details lie below its whole row. */
interface CardOrders {
  cards: { order: number; detailsOrder: number }[];
  /** The order of the tile that adds a camera, after the large cards. */
  addTile: number;
  /** The order of the heading over the small cards. */
  heading: number;
}

/**
 * Puts small cards after the large ones, and each card's details after the last card of its row. Only orders change, so
 * that no video element is moved: it would stop playing.
 * @param isSmall by the cameras' order, whether the card is small
 * @param columns of the grid
 */
export function cardOrders(isSmall: readonly boolean[], columns: number): CardOrders {
  const count = { large: isSmall.filter((small) => !small).length, small: isSmall.filter(Boolean).length };
  // The tile that adds a camera has the place after the large cards, and the heading a row of its own.
  const firstSmall = count.large + 2;
  const next = { large: 0, small: 0 };
  const cards = isSmall.map((small) => {
    const place = small ? next.small++ : next.large++;
    const rowEnd = (Math.floor(place / columns) + 1) * columns - 1;
    const first = small ? firstSmall : 0;
    const last = small ? count.small - 1 : count.large;
    return { order: 2 * (first + place), detailsOrder: 2 * (first + Math.min(rowEnd, last)) + 1 };
  });
  return { cards, addTile: 2 * count.large, heading: 2 * (count.large + 1) };
}
