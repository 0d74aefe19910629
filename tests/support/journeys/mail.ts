import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';

/** The link in the e-mail to this address, once that is there. */
export async function linkMailedTo(address: string): Promise<string> {
  const file = path.join(process.env.E2E_DATA_DIR ?? '', `mail-${address}.txt`);
  await expect.poll(() => existsSync(file), 'an e-mail').toBe(true);
  return /^http\S+$/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
}
