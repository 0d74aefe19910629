import type { Client } from '@/lib/auth/client';
import { clientAddress } from './client-address';

const maxUserAgentLength = 300;

/** From where a request came. */
export const clientOf = (request: Request): Client => ({
  address: clientAddress(request),
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, maxUserAgentLength),
});
