'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** The operator's settings that pages show. */
export interface Product {
  /** The product's name. */
  name: string;
  /** The URL of an image that replaces the mark. */
  markUrl?: string;
  /** Where cameras and players reach the gateways, where that is not the host of the page. */
  srtHost?: string;
  /** The gateway's public UDP ports. */
  ingestPort: number;
  viewPort: number;
  /** The gateway's public TCP port. */
  rtmpPort: number;
  /** Whether that port takes RTMPS as well. */
  takesRtmps: boolean;
}

const ProductContext = createContext<Product>({
  name: '',
  ingestPort: 20000,
  viewPort: 20001,
  rtmpPort: 1935,
  takesRtmps: false,
});

/** Provides the operator's settings to the components below. */
export function ProductProvider({ product, children }: { product: Product; children: ReactNode }) {
  return <ProductContext value={product}>{children}</ProductContext>;
}

export const useProduct = (): Product => useContext(ProductContext);

/** The product's name, as the operator sets it. */
export const useProductName = (): string => useProduct().name;
