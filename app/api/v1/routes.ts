import type { Route } from '@/lib/http/route';
import * as login from './auth/login/route';
import * as logout from './auth/logout/route';
import * as me from './auth/me/route';
import * as signup from './auth/signup/route';
import * as event from './events/[id]/route';
import * as events from './events/route';
import * as incidents from './streams/[id]/incidents/route';
import * as metrics from './streams/[id]/metrics/route';
import * as rotateKey from './streams/[id]/rotate_key/route';
import * as stream from './streams/[id]/route';
import * as start from './streams/[id]/start/route';
import * as stop from './streams/[id]/stop/route';
import * as streams from './streams/route';

/** Every route of the API by its path under /api/v1; what the OpenAPI document describes. */
export const routes = {
  '/auth/signup': signup,
  '/auth/login': login,
  '/auth/logout': logout,
  '/auth/me': me,
  '/events': events,
  '/events/{id}': event,
  '/streams': streams,
  '/streams/{id}': stream,
  '/streams/{id}/start': start,
  '/streams/{id}/stop': stop,
  '/streams/{id}/rotate_key': rotateKey,
  '/streams/{id}/metrics': metrics,
  '/streams/{id}/incidents': incidents,
} satisfies Record<string, Route>;
