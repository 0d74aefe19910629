import type { IncomingMessage } from 'node:http';
import { allowAt } from '@/lib/contracts/api/addresses';
import { isForCable } from '../cable/handshake';

/** An answer before pages and API see the request. */
export interface Refusal {
  status: number;
  /** For people; without it the answer has no body. */
  text?: string;
  allow?: string;
}

/** The methods that the API's own routes answer, if only with 405. */
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const routerStateHeader = 'next-router-state-tree';

const texts = {
  cable:
    'A websocket is opened here, and this request asks for none. A proxy in front must pass on the headers Upgrade and Connection.',
};

interface Options {
  /** Next's own reader of that header. @throws when it is malformed; Next would answer with an internal error */
  parseRouterState: (header: string | undefined) => unknown;
  /** Whether Next's development tools may post to their own addresses. */
  isDevelopment: boolean;
}

/** Decides which requests with a valid target never reach pages and API. @returns null for all others */
export function refuseRequest({ parseRouterState, isDevelopment }: Options) {
  return ({ method = '', url = '', headers }: IncomingMessage): Refusal | null => {
    const [path = ''] = url.split('?');
    if (isForCable(url)) return { status: 426, text: texts.cable };
    const allow = allowAt(path);
    if (method === 'OPTIONS') return { status: 204, allow };
    const isApi = path.startsWith('/api/');
    if (!(isApi || isDevelopment ? apiMethods : ['GET', 'HEAD']).includes(method)) {
      return { status: 405, allow, text: `${method} is not allowed here.` };
    }
    if (path.startsWith('/_next/') && !isDevelopment) return { status: 404, text: 'There is nothing at this address.' };
    try {
      parseRouterState(headers[routerStateHeader]?.toString());
    } catch {
      return { status: 400, text: `The header ${routerStateHeader} is malformed.` };
    }
    return null;
  };
}
