import { expect, test, vi } from 'vitest';
import { api } from './api-client';
import { switchOrganization } from './enter-session';
import { tokenStore } from './token-store';

vi.mock('./api-client');
vi.mock('./token-store', () => {
  let stored: string | null = 'before';
  const set = (token: string) => {
    stored = token;
  };
  return { tokenStore: { get: () => stored, set } };
});

test('a switch stores the new token before it ends the session before', async () => {
  const calls: string[] = [];
  vi.mocked(api).mockImplementation(async ({ name }, ...[call]) => {
    calls.push(`${name} by ${call?.token ?? tokenStore.get()}, ${tokenStore.get()} stored`);
    return { data: { token: 'after' } } as never;
  });
  await switchOrganization('o');
  expect(calls).toEqual(['switchOrganization by before, before stored', 'logOut by before, after stored']);
});
