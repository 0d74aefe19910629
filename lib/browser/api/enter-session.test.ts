import { expect, test, vi } from 'vitest';

vi.mock('./send-request');
vi.mock('./token-store', () => {
  let stored: string | null = 'before';
  const set = (token: string) => {
    stored = token;
  };
  return { tokenStore: { get: () => stored, set } };
});

test('a switch stores the new token before it ends the session before', async () => {
  // The suite's files share their modules: another one may have loaded these without the mocks.
  vi.resetModules();
  const { switchOrganization } = await import('./enter-session');
  const { sendRequest } = await import('./send-request');
  const { tokenStore } = await import('./token-store');
  const calls: string[] = [];
  vi.mocked(sendRequest).mockImplementation(async (address, token) => {
    calls.push(`${address} by ${token}, ${tokenStore.get()} stored`);
    return { data: { token: 'after' } } as never;
  });
  await switchOrganization('o');
  expect(calls).toEqual(['POST /auth/switch by before, before stored', 'POST /auth/logout by before, after stored']);
});
