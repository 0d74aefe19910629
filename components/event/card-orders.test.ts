import { expect, test } from 'vitest';
import { cardOrders } from './card-orders';

/** The grid's items in CSS order: cards by their place, `+` adds one, `|` is the heading, and `#` the details of one. */
function shown(isSmall: boolean[], columns: number, open: number): string {
  const { cards, addTile, heading } = cardOrders(isSmall, columns);
  const items = [
    ...cards.map(({ order }, index) => ({ order, sign: String(index) })),
    { order: addTile, sign: '+' },
    { order: cards[open]?.detailsOrder ?? 0, sign: '#' },
    ...(isSmall.includes(true) ? [{ order: heading, sign: '|' }] : []),
  ];
  return items
    .sort((one, other) => one.order - other.order)
    .map(({ sign }) => sign)
    .join('');
}

const small = (text: string) => Array.from(text, (sign) => sign === 's');

test.each([
  ['one column', 'LLL', 1, 1, '01#2+'],
  ['the first of a row', 'LLLLL', 3, 0, '012#34+'],
  ['the last of a row', 'LLLLL', 3, 2, '012#34+'],
  ['a row that the tile completes', 'LLLLL', 3, 4, '01234+#'],
  ['a row that is not full', 'LLLL', 3, 3, '0123+#'],
  ['small cards come last', 'LsLLs', 3, 2, '023#+|14'],
  ['details of a small card', 'LsLLssss', 3, 1, '023+|145#67'],
  ['details of the last small card', 'Lsss', 2, 3, '0+|123#'],
])('%s', (_, cards, columns, open, expected) => {
  expect(shown(small(cards), columns, open)).toBe(expected);
});
