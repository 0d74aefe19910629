/** The bytes of a text in base64, in browsers too. @throws DOMException for another text */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
