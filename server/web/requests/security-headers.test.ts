import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '@/lib/core/parse-json';
import { pageSecurity, securityHeaders } from './security-headers';

const inTheClear = { address: '192.0.2.1', host: '192.168.1.5:3000', isSecure: false };
const overTls = { address: '192.0.2.1', host: 'shows.example', isSecure: true };

/** The sources of each directive of a page's policy. */
function policyOf(options: Partial<Parameters<typeof pageSecurity>[0]> = {}, caller = overTls) {
  const defaults = { livekitUrl: () => 'wss://live.example', brandMarkUrl: undefined, isDevelopment: false };
  const { headers, nonce } = pageSecurity(Object.assign(defaults, options))(caller);
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((text) => text.split(' '));
  return { nonce, policy: Object.fromEntries(directives.map(([name, ...sources]) => [name, sources])) };
}

describe('every answer', () => {
  test('forbids everything by default', () => {
    expect(securityHeaders(null)).toEqual({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('requires TLS for a year if the request came by TLS, and only then', () => {
    expect(securityHeaders(overTls)['strict-transport-security']).toBe('max-age=31536000');
    expect(securityHeaders(inTheClear)).not.toHaveProperty('strict-transport-security');
  });

  test.each([
    ['shows.example', true, true],
    ['localhost:3000', false, true],
    ['127.0.0.1:3000', false, true],
    ['[::1]:3000', false, true],
    // Chromium logs an error on each page there.
    ['192.168.1.5:3000', false, false],
    ['localhost.example', false, false],
  ])('isolates its windows at %s, secure: %s: %s', (host, isSecure, expected) => {
    const headers = securityHeaders({ address: '', host, isSecure });
    expect('cross-origin-opener-policy' in headers).toBe(expected);
  });
});

test('only the page of a phone that films may use a camera and a position, and only pages a microphone', () => {
  const secure = pageSecurity({
    livekitUrl: () => 'wss://live.example',
    brandMarkUrl: undefined,
    isDevelopment: false,
  });
  const policyOf = (path: string) => secure(overTls, path).headers['permissions-policy'] ?? '';
  expect(policyOf('/camera')).not.toMatch(/camera|microphone|geolocation/);
  expect(policyOf('/camera')).toContain('usb=()');
  for (const path of ['/', '/camera/', '/events/camera', '/api/v1/camera']) {
    expect(policyOf(path)).toContain('camera=(), ');
    expect(policyOf(path)).toContain('geolocation=()');
    expect(policyOf(path)).not.toContain('microphone');
  }
});

describe('the policy of a page', () => {
  test('runs only scripts with its nonce and what these load', () => {
    const { policy, nonce } = policyOf();
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(policy['script-src']).toEqual([`'nonce-${nonce}'`, "'strict-dynamic'"]);
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['media-src']).toEqual(["'self'", 'blob:']);
    for (const directive of ['base-uri', 'frame-ancestors']) expect(policy[directive]).toEqual(["'none'"]);
    expect(policyOf().nonce).not.toBe(nonce);
  });

  test('permits connections to this server and LiveKit', () => {
    expect(policyOf().policy['connect-src']).toEqual([
      ...["'self'", 'wss://shows.example', 'wss://live.example', 'https://live.example'],
    ]);
    expect(policyOf({ livekitUrl: () => 'wss://shows.example/livekit' }).policy['connect-src']).toEqual([
      ...["'self'", 'wss://shows.example'],
    ]);
    expect(policyOf({ livekitUrl: () => 'ws://192.168.1.5:7880' }, inTheClear).policy['connect-src']).toEqual([
      ...["'self'", 'ws://192.168.1.5:3000', 'ws://192.168.1.5:7880', 'http://192.168.1.5:7880'],
    ]);
    const cloud = policyOf({ livekitUrl: () => 'wss://x.livekit.cloud' }).policy['connect-src'];
    expect(cloud).toContain('wss://*.livekit.cloud');
  });

  test.each([
    [undefined, ["'self'"]],
    ['/brand.svg', ["'self'"]],
    ['https://cdn.example/brand.svg', ["'self'", 'https://cdn.example']],
    ['data:image/svg+xml,%3Csvg/%3E', ["'self'", 'data:']],
  ])('with the brand mark %s shows images of %j', (brandMarkUrl, sources) => {
    expect(policyOf({ brandMarkUrl }).policy['img-src']).toEqual(sources);
  });

  test('permits the style sheet of the installed sonner', () => {
    const entry = createRequire(import.meta.url).resolve('sonner');
    const source = readFileSync(path.join(path.dirname(entry), 'index.mjs'), 'utf8');
    const [, literal = ''] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source) ?? [];
    const css = z.string().parse(parseJson(literal));
    for (const text of ['', css]) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policyOf().policy['style-src']).toContain(`'sha256-${hash}'`);
    }
  });
});
