import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage sooner, for programs that serve floods of requests or datagrams. Otherwise they keep twice
 * what they need, and more after each flood.
 */
export function collectGarbageSooner(): void {
  setFlagsFromString('--optimize-for-size');
}
