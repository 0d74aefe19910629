import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { lifetimes } from '@/lib/contracts/limits';
import { isAllowedAddress } from './is-allowed-address';
import { privateAddressSentence, refusalOfUrl } from './refusal-of-url';

/** The result of an attempt. */
export interface WebhookAnswer {
  /** Null without an answer. */
  status: number | null;
  /** The beginning of the answer's body; null without one. */
  body: string | null;
  /** One sentence for the user when there was no answer, or it was a redirect. */
  error: string | null;
  durationMs: number;
}

export interface WebhookPost {
  headers: Record<string, string>;
  body: string;
  allowPrivate: boolean;
  /** Ends the attempt early. */
  signal: AbortSignal;
  /** All IP addresses of a host name. */
  resolve?: (host: string) => Promise<string[]>;
  timeoutMs?: number;
}

const maxBodyBytes = 4_096;
const shownCharacters = 1_000;

/**
 * Posts to an address that a user has given. It resolves the host name once, checks all addresses and connects to one
 * of them, so a name server cannot change its answer meanwhile. It follows no redirect, reads only the beginning of the
 * answer, and never rejects: the answer contains the failure.
 */
export async function postWebhook(url: string, options: WebhookPost): Promise<WebhookAnswer> {
  const startedAtMs = performance.now();
  const answer = await attempt(new URL(url), options).catch((error: unknown) => ({
    status: null,
    body: null,
    error: sentenceFor(error),
  }));
  return { ...answer, durationMs: Math.round(performance.now() - startedAtMs) };
}

async function attempt(url: URL, options: WebhookPost): Promise<Omit<WebhookAnswer, 'durationMs'>> {
  const { allowPrivate, timeoutMs = lifetimes.webhookAnswer } = options;
  const refusal = refusalOfUrl(url, allowPrivate);
  if (refusal) throw new RefusedError(refusal);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await send(url, options, signal);
  const status = response.statusCode ?? null;
  const isRedirect = status !== null && status >= 300 && status < 400;
  return {
    status,
    body: await readBeginning(response),
    error: isRedirect ? 'The address redirects elsewhere, which is not followed: enter the final address.' : null,
  };
}

function send(url: URL, { headers, body, ...options }: WebhookPost, signal: AbortSignal): Promise<IncomingMessage> {
  const { allowPrivate, resolve = allowPrivate ? resolveAnyHost : resolvePublicHost } = options;
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const lookup = checkedLookup(resolve, allowPrivate);
    // Without an agent, no connection is kept or shared.
    const request = open(url, { method: 'POST', headers, agent: false, lookup, signal }, done);
    request.on('error', fail);
    request.end(body);
  });
}

/** A lookup for node:net that returns only checked addresses. A host that is an IP address already needs no lookup. */
function checkedLookup(resolve: (host: string) => Promise<string[]>, allowPrivate: boolean): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every((address) => isAllowedAddress(address, allowPrivate))) {
          return callback(new RefusedError(privateAddressSentence), []);
        }
        const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        if (all) callback(null, answers);
        else callback(null, first, isIPv6(first) ? 6 : 4);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function readBeginning(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (bytes >= maxBodyBytes) break;
    }
  } catch {
    // It broke off, but its status has come; the user sees what was read.
  }
  // Postgres stores no NUL, and a log needs no other control characters.
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
  return text === '' ? null : [...text].slice(0, shownCharacters).join('');
}

/** A refused address. Its message is for the user. */
class RefusedError extends Error {}

const sentences: Record<string, string> = {
  ENOTFOUND: 'This host name does not exist.',
  ENODATA: 'This host name has no address.',
  ECONNREFUSED: 'Nothing accepts connections at this address.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'This address cannot be reached.',
  ENETUNREACH: 'This address cannot be reached.',
  ETIMEDOUT: 'No answer came in time.',
  ABORT_ERR: 'No answer came in time.',
};

function sentenceFor(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER/.test(code)) return `The certificate of this address is not valid (${code}).`;
  return sentences[code] ?? `The connection failed${code ? ` (${code})` : ''}.`;
}

/**
 * All IP addresses of a host name in the DNS. This resolver blocks no thread, so that one slow name server does not
 * hold up anything else.
 * @throws Error with a `code` when there is none
 */
async function resolvePublicHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}

/** The same through the operating system, which also knows the names of this machine and its network. */
async function resolveAnyHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
