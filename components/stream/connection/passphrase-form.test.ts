import { expect, test } from 'vitest';
import { passphraseSchema } from '@/lib/contracts/streams';
import { newPassphrase } from './passphrase-form';

test('the server accepts every new passphrase, and each is different', () => {
  const made = Array.from({ length: 100 }, newPassphrase);
  for (const passphrase of made) expect(passphraseSchema.parse(passphrase)).toHaveLength(24);
  expect(new Set(made).size).toBe(100);
});
