import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack';
import { postJson } from './post-json';

const atOnce = 20;

/** Creates accounts, each with an organization, as fast as twenty connections carry them. */
export const signUpFlood: Attack = {
  name: `sign-ups, as many as ${atOnce} connections carry`,
  async run({ baseUrl }, signal) {
    const signUp = async () => {
      while (!signal.aborted) {
        const user = { email: `flood-${randomUUID()}@example.com`, password: 'a long password', first_name: 'Mallory' };
        await postJson(`${baseUrl}/api/v1/auth/signup`, { organization: { name: 'Flood' }, user }, signal);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, signUp));
  },
};
