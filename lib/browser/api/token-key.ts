/** The default product's name is two words written as one. */
const wordsOf = (product: string): string[] =>
  product.replace(/^Sightline$/, 'Sight Line').match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The local storage key of the bearer token, prefixed with the product's initials: `Acme Live` → `al_token`. The root
 * layout leaves it on the page's root element, where the token store reads it.
 */
export const tokenKey = (product: string): string =>
  `${wordsOf(product)
    .map(([initial]) => initial)
    .join('')
    .toLowerCase()}_token`;
