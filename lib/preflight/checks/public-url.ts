import { once } from 'node:events';
import WebSocket from 'ws';
import { errorText } from '@/lib/core/error-text';
import { readLimited } from '@/lib/core/read-limited';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { livekitPath } from '@/lib/platform/livekit/public-url';
import { type Check, ok, problem } from '../check-result';

const timeoutMs = 5_000;
const maxRefusalBytes = 2_000;
const cableProtocol = 'actioncable-v1-json';

/**
 * Checks whether people get in by PUBLIC_URL, through any proxy that is there. It opens a page, a connection for live
 * messages, and a room by a token of its own, and asks for WHIP.
 */
export const checkPublicUrl: Check = async () => {
  const { PUBLIC_URL } = reachEnv();
  if (!PUBLIC_URL) return [ok('public_url', 'PUBLIC_URL is not set, so the way in from outside is not tried.')];
  const page = new URL(PUBLIC_URL);
  return (
    (await findPageFault(page)) ??
    (await findCableFault(page)) ??
    (await findRoomFault(page)) ??
    (await findWhipFault(page)) ?? [
      ok('public_url', `Pages, live messages, room tokens and WHIP get through ${PUBLIC_URL}.`),
    ]
  );
};

const websocketUrl = (page: URL, path: string): string => `${page.origin.replace(/^http/, 'ws')}${path}`;

async function findPageFault(page: URL) {
  const fix = 'Correct PUBLIC_URL, or have the proxy there pass everything on to the web program.';
  let policy: string;
  try {
    const answer = await fetch(new URL('/login', page), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    policy = answer.headers.get('content-security-policy') ?? '';
  } catch (error) {
    return [problem('public_url', `There is no sign-in page at ${page.origin}: ${errorText(error)}.`, fix)];
  }
  return judgePolicy(page, policy);
}

/**
 * Judges what a page lets the browser connect to: that is how the web program believes to be reached.
 * @returns null where nothing is wrong
 */
export function judgePolicy(page: URL, policy: string) {
  const own = /connect-src 'self' (wss?):\/\/([^\s;]+)/.exec(policy);
  if (!own) {
    const fix = 'Correct PUBLIC_URL, and have the proxy there pass on the header Content-Security-Policy.';
    return [problem('public_url', `Another program answers at ${page.origin}, or a proxy changes its answers.`, fix)];
  }
  const [, scheme, host] = own;
  if (page.protocol === 'https:' && scheme === 'ws') {
    const text = 'Pages come by https and would connect by ws, which browsers forbid: the proxy is not trusted.';
    const fix = 'Set TRUSTED_PROXY_COUNT to the number of proxies in a row, and have them send X-Forwarded-Proto.';
    return [problem('public_url', text, fix)];
  }
  if (host !== page.host) {
    const text = `The web program believes to be reached at ${host}, and people open ${page.host}.`;
    const fix =
      'Have the proxy pass on the header Host. Or have it send X-Forwarded-Host, and set TRUSTED_PROXY_COUNT and TRUSTED_PROXY_ADDRESSES.';
    return [problem('public_url', text, fix)];
  }
  return null;
}

/** The server accepts the websocket, and says that the token opens nothing: so both came through. */
async function findCableFault(page: URL) {
  const token = `sightline-token.${Buffer.from('no token').toString('base64url')}`;
  const socket = new WebSocket(websocketUrl(page, '/cable'), [cableProtocol, token], {
    origin: page.origin,
    handshakeTimeout: timeoutMs,
  });
  const refused = once(socket, 'unexpected-response').then(async ([, answer]) => {
    const body = await readLimited(answer, maxRefusalBytes);
    throw new Error(`status ${answer.statusCode}. ${body?.toString().trim().replace(/\.$/, '') ?? ''}`);
  });
  try {
    const message = once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    const [data] = await Promise.race([message, refused]);
    if (!String(data).includes('unauthorized')) throw new Error('another program answers');
    return null;
  } catch (error) {
    const text = `Live messages do not get through at ${websocketUrl(page, '/cable')}: ${errorText(error)}.`;
    const fix = 'Have the proxy pass websockets on, with the headers Upgrade, Sec-WebSocket-Protocol, Host and Origin.';
    return [problem('public_url', text, fix)];
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
}

/** Encoders publish at /whip below PUBLIC_URL. */
async function findWhipFault(page: URL) {
  const url = new URL('/whip', page);
  try {
    const { status, headers } = await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(timeoutMs) });
    const isWhip = headers.get('accept-post') === 'application/sdp';
    if (status !== 204 || !isWhip) throw new Error(isWhip ? `status ${status}` : 'another program answers');
    return null;
  } catch (error) {
    const text = `Encoders do not get through by WHIP at ${url.href}: ${errorText(error)}.`;
    const fix =
      'Have the proxy pass OPTIONS, POST, PATCH and DELETE below /whip on to the web program, with their headers.';
    return [problem('public_url', text, fix)];
  }
}

async function findRoomFault(page: URL) {
  try {
    await readAnnouncedAddresses(websocketUrl(page, livekitPath));
    return null;
  } catch (error) {
    const text = `A room token does not get through at ${websocketUrl(page, livekitPath)}: ${errorText(error)}.`;
    const fix = 'Have the proxy pass websockets below /livekit on, with their whole query, to the web program.';
    return [problem('public_url', text, fix)];
  }
}
