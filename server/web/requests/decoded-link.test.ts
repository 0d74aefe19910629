import { expect, test } from 'vitest';
import { decodedLink } from './decoded-link';

const secret = 'Zk3v8Qy1LwT0aXn5RbUc7JdHs2PfGm9E-_4kXo1BqTA';

test.each(['share', 'camera', 'invite', 'reset-password', 'confirm-email', 'report'])(
  'a link to /%s whose # is encoded leads to the page',
  (page) => {
    const links = ['%23', '%2523', '/%23'].map((mark) => decodedLink(`/${page}${mark}${secret}`));
    expect(links).toEqual(Array(3).fill(`/${page}#${secret}`));
  },
);

test('what a mail program appends is left out', () => {
  expect(decodedLink(`/share%23${secret}?data=05%7C02&reserved=0`)).toBe(`/share#${secret}`);
  expect(decodedLink(`/share%23${secret}&data=05`)).toBe(`/share#${secret}`);
});

test.each([
  `/share?next=%23${secret}`,
  `/api/v1/events/%23${secret}`,
  `//other.example%23${secret}`,
  `/\\other.example%23${secret}`,
  `/share%23short`,
  `/share%24${secret}`,
  '/share',
])('%s is no such link', (target) => expect(decodedLink(target)).toBeNull());
