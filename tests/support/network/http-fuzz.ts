import { tokenProtocol } from '../cable/token-protocol';
import { SeededRandom } from '../random';
import { cableHead, requestHead } from './tcp-peers';
import { clientFrame } from './websocket-frames';

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
  'CONNECT',
];
const targets = [
  ...['/', '/app', '/login', '/events/x/multiview', '/nowhere', '/mark.svg', '/manifest.webmanifest', '/healthz'],
  ...[
    '/api/v1/events',
    '/api/v1/streams/x',
    '/api/v1/auth/login',
    '/api/v1/openapi.json',
    '/api',
    '/cable',
    '/cable?token=x',
  ],
  ...[
    '*',
    '//',
    '///',
    '/\\',
    '//evil.example/',
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '/_next/image?url=%2Fmark.svg&w=64&q=75',
  ],
  ...[
    '/_next/static/../../package.json',
    '/_next/data/x/y.json',
    'http://',
    'http://evil.example/',
    'https://[::1',
    '/?_rsc=x',
  ],
  ...[
    '/_next/static/%2e%2e/',
    '/events/%ff',
    `/${'x'.repeat(3_000)}`,
    `/${'a/'.repeat(1_000)}`,
    '/__nextjs_original-stack-frames',
  ],
];
const headerLines = [
  ...[
    'Range: bytes=10-5',
    'Range: bytes=x',
    'RSC: 1',
    'Next-Router-State-Tree: {',
    'Next-Router-State-Tree: %',
    'Next-Action: x',
  ],
  ...[
    'Next-Router-Prefetch: 1',
    'Next-Router-Segment-Prefetch: /_tree',
    'Next-Url: //',
    'x-middleware-subrequest: a',
    'x-nextjs-data: 1',
  ],
  ...[
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'X-Forwarded-For: 1.2.3.4',
    'Forwarded: for=x',
    'Expect: 100-continue',
  ],
  ...[
    'Connection: close',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'Upgrade: websocket',
    'HTTP2-Settings: x',
    'TE: trailers',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=',
    'Authorization: Bearer x',
    'Accept-Encoding: br;q=x',
  ],
  ...[
    'Cookie: a=b; __prerender_bypass=x',
    'Host: other',
    'Host: a b',
    'If-None-Match: *',
    'If-Modified-Since: x',
    'Accept-Language: *',
  ],
  ...[
    'x-invoke-path: /x',
    'x-matched-path: /x',
    'x-now-route-matches: 1=x',
    'next-resume: 1',
    'Content-Security-Policy: script-src *',
  ],
  ...[
    'x-page-nonce: x',
    ' folded',
    'No colon',
    `X-Long: ${'y'.repeat(9_000)}`,
    `X-Longer: ${'y'.repeat(17_000)}`,
    'Tr\u00e4ger: \u00ff',
  ],
];
const bodies = [
  '',
  '{}',
  '{"user":',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffff\r\n',
  '0\r\nTrailer: x\r\n\r\n',
  '\0'.repeat(100),
];
const identifiers = [
  ...[
    '{"channel":"StreamsChannel"}',
    '{"channel":"EventsChannel"}',
    '{"channel":"StreamStatusChannel","stream_id":1}',
    '[]',
    '',
  ],
  ...[
    '{"channel":"StreamMetricsChannel","stream_id":"00000000-0000-4000-8000-000000000000"}',
    'x'.repeat(60_000),
    '{"channel":{}}',
  ],
];
const commands = ['subscribe', 'unsubscribe', 'message', 'pong', '', '__proto__', 'constructor'];

/** Requests and /cable commands over one connection, sound and damaged. A seed always makes the same ones. */
export function* fuzzHttp(seed: number, count: number, token: string): Generator<Buffer> {
  const random = new SeededRandom(seed);
  const one = <Value>(of: Value[]): Value => of[random.integer(of.length)] as Value;
  const some = <Value>(below: number, make: () => Value): Value[] =>
    Array.from({ length: random.integer(below) }, make);
  const damage = (bytes: Buffer) => {
    for (let changes = random.integer(8); changes >= 0; changes--)
      bytes.writeUInt8(random.integer(256), random.integer(bytes.length));
    return bytes;
  };
  const request = () =>
    Buffer.from(
      requestHead(`${one(methods)} ${one(targets)}`, ...some(6, () => one(headerLines))) + one(bodies),
      'latin1',
    );
  const command = () => {
    const text = JSON.stringify({ command: one(commands), identifier: one(identifiers), data: '{}' });
    return random.integer(4) === 0 ? text.slice(0, random.integer(text.length)) : text;
  };
  const frame = () => clientFrame(command(), one([1, 1, 1, 1, 0, 2, 8, 9, 10, 3]), random.integer(8) > 0);
  const protocols = `Sec-WebSocket-Protocol: actioncable-v1-json, ${tokenProtocol(token)}`;
  const socket = () => Buffer.concat([Buffer.from(cableHead(protocols)), ...some(20, frame)]);
  const kinds = [
    request,
    request,
    () => damage(request()),
    () => request().subarray(0, random.integer(200)),
    () => Buffer.concat(some(10, request)),
    () => random.bytes(random.integer(500)),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    // The start of a TLS handshake, from a browser that expects TLS on this port.
    () => Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), random.bytes(200)]),
    socket,
    () => Buffer.concat([socket(), damage(frame())]),
    () => damage(socket()),
  ];
  for (let index = 0; index < count; index++) yield one(kinds)();
}
