import type { Address } from './declare';

// Plain data apart from the declarations: the browser calls by these, and does not load zod with them.

export const signUp = { name: 'signUp', method: 'POST', path: '/auth/signup' } as const satisfies Address;
export const logIn = { name: 'logIn', method: 'POST', path: '/auth/login' } as const satisfies Address;
export const logOut = { name: 'logOut', method: 'POST', path: '/auth/logout' } as const satisfies Address;
export const getAccount = { name: 'getAccount', method: 'GET', path: '/auth/me' } as const satisfies Address;
export const updateAccount = { name: 'updateAccount', method: 'PATCH', path: '/auth/me' } as const satisfies Address;
export const changePassword = {
  name: 'changePassword',
  method: 'PUT',
  path: '/auth/password',
} as const satisfies Address;
export const listAuthSessions = {
  name: 'listAuthSessions',
  method: 'GET',
  path: '/auth/sessions',
} as const satisfies Address;
export const endAuthSession = {
  name: 'endAuthSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
} as const satisfies Address;
export const endOtherAuthSessions = {
  name: 'endOtherAuthSessions',
  method: 'DELETE',
  path: '/auth/sessions',
} as const satisfies Address;

export const requestPasswordReset = {
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/password_reset',
} as const satisfies Address;
export const resetPassword = {
  name: 'resetPassword',
  method: 'PUT',
  path: '/auth/password_reset',
} as const satisfies Address;
export const makePasswordResetLink = {
  name: 'makePasswordResetLink',
  method: 'POST',
  path: '/members/{id}/password_reset_link',
} as const satisfies Address;
export const openSsoSession = {
  name: 'openSsoSession',
  method: 'POST',
  path: '/auth/sso_session',
} as const satisfies Address;

export const listEvents = { name: 'listEvents', method: 'GET', path: '/events' } as const satisfies Address;
export const createEvent = { name: 'createEvent', method: 'POST', path: '/events' } as const satisfies Address;
export const getEvent = { name: 'getEvent', method: 'GET', path: '/events/{id}' } as const satisfies Address;
export const updateEvent = { name: 'updateEvent', method: 'PATCH', path: '/events/{id}' } as const satisfies Address;
export const deleteEvent = { name: 'deleteEvent', method: 'DELETE', path: '/events/{id}' } as const satisfies Address;

export const listStreams = { name: 'listStreams', method: 'GET', path: '/streams' } as const satisfies Address;
export const createStream = { name: 'createStream', method: 'POST', path: '/streams' } as const satisfies Address;
export const getStream = { name: 'getStream', method: 'GET', path: '/streams/{id}' } as const satisfies Address;
export const updateStream = { name: 'updateStream', method: 'PATCH', path: '/streams/{id}' } as const satisfies Address;
export const deleteStream = {
  name: 'deleteStream',
  method: 'DELETE',
  path: '/streams/{id}',
} as const satisfies Address;
export const startStream = {
  name: 'startStream',
  method: 'POST',
  path: '/streams/{id}/start',
} as const satisfies Address;
export const stopStream = { name: 'stopStream', method: 'POST', path: '/streams/{id}/stop' } as const satisfies Address;
export const rotateKey = {
  name: 'rotateKey',
  method: 'POST',
  path: '/streams/{id}/rotate_key',
} as const satisfies Address;
export const rotateViewKey = {
  name: 'rotateViewKey',
  method: 'POST',
  path: '/streams/{id}/rotate_view_key',
} as const satisfies Address;
export const listMetrics = {
  name: 'listMetrics',
  method: 'GET',
  path: '/streams/{id}/metrics',
} as const satisfies Address;
export const listIncidents = {
  name: 'listIncidents',
  method: 'GET',
  path: '/streams/{id}/incidents',
} as const satisfies Address;

export const getOpenapi = { name: 'getOpenapi', method: 'GET', path: '/openapi.json' } as const satisfies Address;
