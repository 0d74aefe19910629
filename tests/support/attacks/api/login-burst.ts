import type { Attack } from '../attack';
import { callApi } from './call-api';

const atOnce = 200;

/** Two hundred logins at once, and two hundred more as soon as they are answered. */
export const loginBurst: Attack = {
  name: `${atOnce} logins at once, again and again`,
  async run(target, signal) {
    for (let round = 0; !signal.aborted; round++) {
      const logIn = (_: unknown, index: number) => {
        const user = { email: `burst-${round}-${index}@example.com`, password: 'a guess' };
        return callApi(target, 'POST /auth/login', { body: { user }, signal });
      };
      await Promise.all(Array.from({ length: atOnce }, logIn));
    }
  },
};
