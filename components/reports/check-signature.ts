import { type SignedHead, splitSignature } from '@/lib/contracts/signed-report';

export type SignatureCheck =
  | { result: 'no_signed_report' }
  | { result: 'changed' }
  /** The signature fits; the caller decides whose key it is. */
  | { result: 'fits'; head: SignedHead };

/** Checks the signature of a file, byte for byte. */
export async function checkSignature(bytes: Uint8Array): Promise<SignatureCheck> {
  const signed = splitSignature(textOf(bytes) ?? '');
  if (!signed) return { result: 'no_signed_report' };
  const fits = await verify(signed.signatureHex, new TextEncoder().encode(signed.text), signed.head.public_key);
  return fits ? { result: 'fits', head: signed.head } : { result: 'changed' };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** By noble, not by WebCrypto: that is missing over plain http, and older browsers have no Ed25519 in it. */
async function verify(signatureHex: string, text: Uint8Array, publicHex: string): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  try {
    return ed25519.verify(signatureHex, text, publicHex, { zip215: false });
  } catch {
    return false;
  }
}
