import type { ReportJson } from './reports';

// Without zod: the page that checks signatures loads this.

/** The part of a file that its signature covers. */
export interface SignedHead {
  type: 'signed_report';
  /** The address of the installation, as it names itself; null where it has none. */
  installation: string | null;
  /** The organization of the report, with its name at the time. Missing from files of older versions. */
  organization?: { id: string; name: string };
  /** Its Ed25519 key in hex. */
  public_key: string;
  signed_at: string;
  report: ReportJson;
}

/** A file that says it is signed, in the parts that a check needs. */
export interface SignedText {
  head: SignedHead;
  /** Every byte before the signature, but for the brace that follows it. */
  text: string;
  signatureHex: string;
}

const filePattern = /^(\{"type":"signed_report",.*),"signature":"([0-9a-f]{128})"\}$/su;

/** A signed file: JSON whose last field is the signature of all text before it. @param sign makes it, in hex */
export function joinSignature(head: SignedHead, sign: (text: string) => string): string {
  const text = JSON.stringify(head).slice(0, -1);
  return `${text},"signature":"${sign(text)}"}`;
}

/** @returns null for a file that is no signed report */
export function splitSignature(file: string): SignedText | null {
  const [, text, signatureHex] = filePattern.exec(file) ?? [];
  if (text === undefined || signatureHex === undefined) return null;
  try {
    const head = JSON.parse(`${text}}`) as SignedHead;
    // Files of 1.0 count restarts as outages.
    for (const camera of head.report.attributes.cameras) {
      camera.restarts ??= [];
      camera.restart_seconds ??= 0;
    }
    return /^[0-9a-f]{64}$/.test(head.public_key) ? { head, text, signatureHex } : null;
  } catch {
    return null;
  }
}
