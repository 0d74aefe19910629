import { z } from 'zod';
import { openSecret, sealSecret } from '../sealed-secret';

const destinationSecretsSchema = z.object({
  key: z.string().nullable(),
  passphrase: z.string().nullable(),
  /** Whether it was set for the organization that runs this server. */
  isOperators: z.boolean(),
});

/** The key and passphrase of a destination, which the database holds encrypted. */
export type DestinationSecrets = z.infer<typeof destinationSecretsSchema>;

const placeOf = (destinationId: string) => ({ purpose: 'sightline destination', place: destinationId });

/** Encrypts a destination's secrets for the database. */
export const sealDestinationSecrets = (id: string, secrets: DestinationSecrets): string =>
  sealSecret(JSON.stringify(secrets), placeOf(id));

/** Decrypts a destination's secrets; see {@link openSecret}. */
export function openDestinationSecrets(
  id: string,
  sealed: string,
): { secrets: DestinationSecrets; isFormer: boolean } | null {
  const opened = openSecret(sealed, placeOf(id));
  return opened && { secrets: destinationSecretsSchema.parse(JSON.parse(opened.text)), isFormer: opened.isFormer };
}
