import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A subscription as Stripe's API shows it, as far as we read it: https://docs.stripe.com/api/subscriptions/object */
interface StandInSubscription {
  id: string;
  object: 'subscription';
  status: string;
  customer: string;
  metadata: Record<string, string>;
  items: { object: 'list'; data: { price: { lookup_key: string | null } }[] };
}

/** A stand-in of Stripe's documented HTTP API, as far as we call it, which refuses every other call. */
export interface StripeServer {
  url: string;
  secretKey: string;
  /** The forms that were sent, by path. */
  sent: { path: string; form: Record<string, string> }[];
  /** Stripe's current subscriptions, by id. */
  subscriptions: Map<string, StandInSubscription>;
  /** Whether it answers every call with a fault of its own. */
  isDown: boolean;
  close(): Promise<void>;
}

export async function openStripeServer(): Promise<StripeServer> {
  const secretKey = 'sk_test_stand_in';
  const subscriptions: StripeServer['subscriptions'] = new Map();
  const answers: [RegExp, (name: string, query: URLSearchParams) => object | undefined][] = [
    [
      /^GET \/v1\/prices$/,
      (_, query) => {
        const key = query.get('lookup_keys[0]') ?? '';
        return { object: 'list', has_more: false, data: [{ id: `price_${key}`, object: 'price', lookup_key: key }] };
      },
    ],
    [/^POST \/v1\/checkout\/sessions$/, () => ({ id: 'cs_1', object: 'checkout.session', url: `${server.url}/pay` })],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      () => ({ object: 'billing_portal.session', url: `${server.url}/portal` }),
    ],
    [/^GET \/v1\/subscriptions\/(\w+)$/, (id) => subscriptions.get(id)],
  ];
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
      const send = (status: number, json: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      const refuse = (status: number, message: string) =>
        send(status, { error: { type: 'invalid_request_error', message } });
      if (server.isDown) return refuse(500, 'Stripe is down.');
      if (request.headers.authorization !== `Bearer ${secretKey}`) return refuse(401, 'Invalid API key.');
      server.sent.push({ path: pathname, form: Object.fromEntries(new URLSearchParams(body)) });
      for (const [call, answer] of answers) {
        const match = call.exec(`${request.method} ${pathname}`);
        const found = match && answer(match[1] ?? '', searchParams);
        if (found) return send(200, found);
      }
      refuse(404, 'No such thing.');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: StripeServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    secretKey,
    sent: [],
    subscriptions,
    isDown: false,
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
  return server;
}
