import type { DestinationCause } from '@/lib/contracts/destination-tasks';

const maxDetailLength = 200;

/** Why a connection to a destination failed or ended. */
export class DestinationFault extends Error {
  override name = 'DestinationFault';
  readonly code: DestinationCause;
  /** The other side's own words; null where it said nothing. */
  readonly detail: string | null;

  constructor(code: DestinationCause, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
  }

  /** The other side's words, without a secret that it may repeat. */
  detailWithout(secrets: (string | null)[]): string | null {
    const hidden = secrets.reduce<string | null>(
      (text, secret) => (secret ? (text?.replaceAll(secret, '…') ?? null) : text),
      this.detail,
    );
    return (
      hidden
        ?.replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, maxDetailLength) || null
    );
  }
}
