import { once } from 'node:events';
import WebSocket from 'ws';
import { errorText } from '@/lib/core/error-text';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { livekitPath } from '@/lib/platform/livekit/public-url';
import { type Check, ok, problem } from '../check-result';

const timeoutMs = 5_000;
const cableProtocol = 'actioncable-v1-json';

/**
 * Checks whether people get in by PUBLIC_URL, through any proxy that is there. It opens a page, a connection for live
 * messages, and a room by a token of its own.
 */
export const checkPublicUrl: Check = async () => {
  const { PUBLIC_URL } = reachEnv();
  if (!PUBLIC_URL) return [ok('public_url', 'PUBLIC_URL is not set, so the way in from outside is not tried.')];
  const page = new URL(PUBLIC_URL);
  return (
    (await findPageFault(page)) ??
    (await findCableFault(page)) ??
    (await findRoomFault(page)) ?? [ok('public_url', `Pages, live messages and room tokens get through ${PUBLIC_URL}.`)]
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
    return [problem('public_url', text, 'Have the proxy pass on the header Host, or send X-Forwarded-Host.')];
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
  try {
    const [data] = await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
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
