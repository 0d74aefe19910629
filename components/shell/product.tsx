'use client';

import { createContext, type ReactNode, useContext } from 'react';

const ProductContext = createContext('');

/** Hands the product's name, which the operator chooses, to the components below. */
export function ProductProvider({ name, children }: { name: string; children: ReactNode }) {
  return <ProductContext value={name}>{children}</ProductContext>;
}

/** The name under which the product is sold. */
export const useProductName = (): string => useContext(ProductContext);
