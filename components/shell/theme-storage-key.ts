/** Where the choice of theme is kept, named after the product: `Acme Live` → `acme-live-theme`. */
export const themeStorageKey = (product: string): string =>
  `${(product.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-')}-theme`;
