import { expect, test } from 'vitest';
import { judgePolicy } from './public-url';

const policyOf = (sources: string) => `default-src 'none'; connect-src ${sources}; base-uri 'none'`;

test.each([
  ['the proxy is trusted', 'https://shows.example.com', "'self' wss://shows.example.com", null],
  ['there is no proxy', 'http://10.0.0.5:3000', "'self' ws://10.0.0.5:3000", null],
  ['LiveKit is elsewhere', 'https://a.example', "'self' wss://a.example wss://b.example https://b.example", null],
  ['the proxy is not trusted', 'https://a.example', "'self' ws://a.example", 'TRUSTED_PROXY_COUNT'],
  ['the host name is lost', 'https://a.example', "'self' wss://web:3000 wss://a.example", 'Host'],
  ['the policy is of another program', 'https://a.example', "'self'", 'PUBLIC_URL'],
])('%s', (_, page, sources, fix) => {
  const [finding] = judgePolicy(new URL(page), policyOf(sources)) ?? [];
  if (fix === null) expect(finding).toBeUndefined();
  else expect(finding).toMatchObject({ level: 'problem', fix: expect.stringContaining(fix) });
});

test('an answer without a policy is of another program', () => {
  expect(judgePolicy(new URL('https://a.example'), '')).toMatchObject([{ level: 'problem' }]);
});
