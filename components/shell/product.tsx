'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What the operator chooses. */
export interface Product {
  /** The name under which the product is sold. */
  name: string;
  /** The image that replaces the mark. */
  markUrl?: string;
  /** The gateway's public UDP ports. */
  ingestPort: number;
  viewPort: number;
}

const ProductContext = createContext<Product>({ name: '', ingestPort: 20000, viewPort: 20001 });

/** Hands the operator's choices to the components below. */
export function ProductProvider({ product, children }: { product: Product; children: ReactNode }) {
  return <ProductContext value={product}>{children}</ProductContext>;
}

export const useProduct = (): Product => useContext(ProductContext);

/** The name under which the product is sold. */
export const useProductName = (): string => useProduct().name;
