import { randomUUID } from 'node:crypto';
import { ApiClient } from '../../api/api-client';
import type { Attack } from '../attack';

const atOnce = 5;

/** Logins with a right password while it is changed. Fails by a session that the former password has opened and kept. */
export const passwordRace: Attack = {
  name: `logins with a right password while it is changed, ${atOnce} at once`,
  async run({ baseUrl }, signal) {
    const email = `race-${randomUUID()}@example.com`;
    const user = { email, password: 'a long password 0', first_name: 'Mallory' };
    let own = await ApiClient.ofNewOrganization(baseUrl, user, 'Race');
    for (let change = 1; !signal.aborted; change++) {
      const former = { email, password: `a long password ${change - 1}` };
      const next = { email, password: `a long password ${change}` };
      const logins = Array.from({ length: atOnce }, () => ApiClient.logIn(baseUrl, former).catch(() => null));
      const body = { user: { current_password: former.password, password: next.password } };
      const changed = await own.ask('PUT /auth/password', { body, signal }).catch(() => null);
      const opened = await Promise.all(logins);
      // The product limits how often somebody may log in or change the password.
      if (!changed?.ok) return;
      for (const client of opened) {
        const answer = await client?.ask('GET /auth/me');
        if (answer?.ok) throw new Error('A session of the former password is alive after the change');
      }
      const again = await ApiClient.logIn(baseUrl, next).catch(() => null);
      if (!again) return;
      own = again;
    }
  },
};
