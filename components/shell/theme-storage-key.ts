/** The local storage key of the theme preference, named after the product: `Acme Live` → `acme-live-theme`. */
export const themeStorageKey = (product: string): string =>
  `${(product.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-')}-theme`;
