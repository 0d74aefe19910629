// Without zod: the camera's page loads this.

/** How long a code that hands a camera to another phone works. */
export const handOverMinutes = 10;

/** The sentence for a phone whose camera another phone has taken over. */
export const handedOverSentence = 'This camera was handed to another phone.';

/** Crockford's base 32: no letter that looks like a digit. */
export const handOverAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const handOverLength = 8;

const pattern = new RegExp(`^[${handOverAlphabet}]{${handOverLength}}$`);

/** A code as the server knows it, however a person has typed it; null for what is no code, such as a link's secret. */
export function readHandOverCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return pattern.test(code) ? code : null;
}

/** A code in two groups, as people read it out. */
export const shownHandOverCode = (code: string): string =>
  `${code.slice(0, handOverLength / 2)}-${code.slice(handOverLength / 2)}`;
