import type { Attack } from '../attack';

const atOnce = 20;
const paths = ['/api/v1/streams', '/api/v1/auth/me', '/api/v1/organization', '/cable'];
const schemes = ['Basic', 'Bearer', 'bearer', 'Digest', 'Token', 'Negotiate', ''];
const secrets = ['', 'null', 'e30.e30.', Buffer.from('root:root').toString('base64'), 'x'.repeat(4_000), '" OR 1=1'];

/** Authorization headers of every kind. Fails by one that lets a stranger in. */
export const anyAuthorization: Attack = {
  name: 'Authorization headers of every kind, 20 at once',
  async run({ baseUrl }, signal) {
    const ask = async (number: number) => {
      const authorization = `${schemes[number % schemes.length]} ${secrets[number % secrets.length]}`;
      const path = paths[number % paths.length] ?? '';
      const response = await fetch(`${baseUrl}${path}`, { headers: { authorization }, signal }).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) throw new Error(`${path} lets a stranger in by Authorization: ${authorization}`);
    };
    for (let number = 0; !signal.aborted; number += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(number + index)));
    }
  },
};
