import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { lifetimes } from '@/lib/contracts/limits';
import { hostOf } from '@/lib/core/url-host';
import { ownServices } from '../env/own-services';
import { HostError, pinnedAddresses } from '../pinned-host';
import { httpPort, pinnedRequest } from '../pinned-request';
import { privateAddressSentence, refusalOfUrl, webhookNetworks } from './refusal-of-url';

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
  body: string | Uint8Array;
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
 * Posts to an address that a user has given. It follows no redirect, reads only the beginning of the answer, and never
 * rejects: the answer contains the failure.
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

async function send(url: URL, { headers, body, ...options }: WebhookPost, signal: AbortSignal) {
  const { allowPrivate, resolve = allowPrivate ? undefined : resolvePublicHost } = options;
  const rights = { networks: webhookNetworks(allowPrivate), ownServices: ownServices(), reachesMachine: true };
  const addresses = await pinnedAddresses(hostOf(url), httpPort(url), rights, resolve);
  return pinnedRequest(url, addresses, { method: 'POST', headers, body, signal });
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
  ECONNREFUSED: 'Nothing accepts connections at this address.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'This address cannot be reached.',
  ENETUNREACH: 'This address cannot be reached.',
  ETIMEDOUT: 'No answer came in time.',
  ABORT_ERR: 'No answer came in time.',
};

function sentenceFor(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof HostError) {
    return error.fault === 'unknown_host' ? 'This host name has no address.' : privateAddressSentence;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER/.test(code)) return `The certificate of this address is not valid (${code}).`;
  return sentences[code] ?? `The connection failed${code ? ` (${code})` : ''}.`;
}

/**
 * All IP addresses of a host name in the DNS. This resolver blocks no thread, so that one slow name server does not
 * hold up anything else.
 */
async function resolvePublicHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
