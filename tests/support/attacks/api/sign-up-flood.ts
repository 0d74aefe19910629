import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack';
import { callApi } from './call-api';

const atOnce = 20;

/** Creates accounts, each with an organization, as fast as twenty connections carry them. */
export const signUpFlood: Attack = {
  name: `sign-ups, as many as ${atOnce} connections carry`,
  async run(target, signal) {
    const signUp = async () => {
      while (!signal.aborted) {
        const user = { email: `flood-${randomUUID()}@example.com`, password: 'a long password', first_name: 'Mallory' };
        const body = { organization: { name: 'Flood' }, user };
        await callApi(target, 'POST /auth/signup', { body, signal });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, signUp));
  },
};
