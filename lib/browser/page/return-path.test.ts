import { expect, test } from 'vitest';
import { returnPath, signInPath, withReturnPath } from './return-path';

const origin = 'https://shows.example.com';
const back = (next: string) => returnPath(`?next=${encodeURIComponent(next)}`, origin);

test.each(['/streams?stream=1&show=trouble', '/events/a1/multiview?layout=1+5&solo=3#top', '/'])(
  '%s is where sign-in leads back to',
  (path) => {
    expect(returnPath(signInPath(path).slice('/login'.length), origin)).toBe(path);
  },
);

test.each([
  'https://evil.example',
  '//evil.example/app',
  '/\\evil.example/app',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'streams',
  '',
  'https://shows.example.com/streams',
])('%j is no page of ours: sign-in leads to the events', (next) => {
  expect(back(next)).toBe('/app');
});

test('the page goes along on the way to sign-in, whatever that address has already', () => {
  const search = withReturnPath('/login?sso=failed', '/streams?show=trouble').slice('/login'.length);
  expect(new URLSearchParams(search).get('sso')).toBe('failed');
  expect(returnPath(search, origin)).toBe('/streams?show=trouble');
});

test('without a page that was asked for it leads to the events, and the address says nothing', () => {
  expect(returnPath('?plan=starter', origin)).toBe('/app');
  expect(signInPath('/app')).toBe('/login');
});
