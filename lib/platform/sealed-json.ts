import type { z } from 'zod';
import { openText, sealText } from '@/lib/core/sealed-text';
import { livekitEnv } from './env/livekit-env';

/** Secrets of one kind, which the database holds encrypted. Each belongs to a row, by whose id alone it opens. */
export interface SealedJson<Value> {
  /** Encrypts for the database. Web seals and gateways open, so the key comes from the secret that both have. */
  seal(id: string, value: Value): string;
  /** Decrypts. @returns null where neither the present nor the former secret opens it */
  open(id: string, sealed: string): Value | null;
  /** Encrypts by the present secret what only the former one opens. @returns null for anything else */
  reseal(id: string, sealed: string): string | null;
}

/** Called by sealed-columns.ts alone. @param purpose separates the key from those for anything else */
export function sealedJson<Schema extends z.ZodType>(purpose: string, schema: Schema): SealedJson<z.output<Schema>> {
  const openBy = (secret: string | undefined, id: string, sealed: string) => {
    const text = secret ? openText(sealed, { secret, purpose, place: id }) : null;
    return text === null ? null : schema.parse(JSON.parse(text));
  };
  const seal = (id: string, value: z.output<Schema>) =>
    sealText(JSON.stringify(value), { secret: livekitEnv().LIVEKIT_API_SECRET, purpose, place: id });
  return {
    seal,
    open(id, sealed) {
      const { LIVEKIT_API_SECRET: present, LIVEKIT_API_SECRET_FORMER: former } = livekitEnv();
      return openBy(present, id, sealed) ?? openBy(former, id, sealed);
    },
    reseal(id, sealed) {
      const { LIVEKIT_API_SECRET: present, LIVEKIT_API_SECRET_FORMER: former } = livekitEnv();
      const value = openBy(present, id, sealed) === null ? openBy(former, id, sealed) : null;
      return value === null ? null : seal(id, value);
    },
  };
}
