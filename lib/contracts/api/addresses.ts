import type { Address } from './declare';

// Plain data apart from the declarations: the browser calls by these, and does not load zod with them. Those that every
// page calls, public ones too, are in session-addresses.ts.

export const updateAccount = { name: 'updateAccount', method: 'PATCH', path: '/auth/me' } as const satisfies Address;
export const changePassword = {
  name: 'changePassword',
  method: 'PUT',
  path: '/auth/password',
} as const satisfies Address;
export const changeEmail = { name: 'changeEmail', method: 'PUT', path: '/auth/email' } as const satisfies Address;
export const confirmEmail = {
  name: 'confirmEmail',
  method: 'PUT',
  path: '/auth/email_change',
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

export const switchOrganization = {
  name: 'switchOrganization',
  method: 'POST',
  path: '/auth/switch',
} as const satisfies Address;

export const updateOrganization = {
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/organization',
} as const satisfies Address;
export const leaveOrganization = {
  name: 'leaveOrganization',
  method: 'POST',
  path: '/organization/leave',
} as const satisfies Address;
export const listMembers = { name: 'listMembers', method: 'GET', path: '/members' } as const satisfies Address;
export const updateMember = { name: 'updateMember', method: 'PATCH', path: '/members/{id}' } as const satisfies Address;
export const removeMember = {
  name: 'removeMember',
  method: 'DELETE',
  path: '/members/{id}',
} as const satisfies Address;
export const listInvitations = {
  name: 'listInvitations',
  method: 'GET',
  path: '/invitations',
} as const satisfies Address;
export const createInvitation = {
  name: 'createInvitation',
  method: 'POST',
  path: '/invitations',
} as const satisfies Address;
export const revokeInvitation = {
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
} as const satisfies Address;
export const findInvitation = {
  name: 'findInvitation',
  method: 'POST',
  path: '/invitations/find',
} as const satisfies Address;
export const acceptInvitation = {
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
} as const satisfies Address;
export const joinOrganization = {
  name: 'joinOrganization',
  method: 'POST',
  path: '/invitations/join',
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

export const acknowledgeAlarm = {
  name: 'acknowledgeAlarm',
  method: 'POST',
  path: '/streams/{id}/acknowledge',
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

/** For a browser on the server's own machine. */
export const listLanAddresses = {
  name: 'listLanAddresses',
  method: 'GET',
  path: '/lan_addresses',
} as const satisfies Address;

export const listPresets = {
  name: 'listPresets',
  method: 'GET',
  path: '/events/{id}/presets',
} as const satisfies Address;
export const createPreset = {
  name: 'createPreset',
  method: 'POST',
  path: '/events/{id}/presets',
} as const satisfies Address;
export const updatePreset = { name: 'updatePreset', method: 'PATCH', path: '/presets/{id}' } as const satisfies Address;
export const deletePreset = {
  name: 'deletePreset',
  method: 'DELETE',
  path: '/presets/{id}',
} as const satisfies Address;

export const listApiTokens = { name: 'listApiTokens', method: 'GET', path: '/api_tokens' } as const satisfies Address;
export const createApiToken = {
  name: 'createApiToken',
  method: 'POST',
  path: '/api_tokens',
} as const satisfies Address;
export const revokeApiToken = {
  name: 'revokeApiToken',
  method: 'DELETE',
  path: '/api_tokens/{id}',
} as const satisfies Address;

export const listAuditEntries = { name: 'listAuditEntries', method: 'GET', path: '/audit' } as const satisfies Address;
export const listAuditActors = {
  name: 'listAuditActors',
  method: 'GET',
  path: '/audit/actors',
} as const satisfies Address;

export const listWebhooks = { name: 'listWebhooks', method: 'GET', path: '/webhooks' } as const satisfies Address;
export const createWebhook = { name: 'createWebhook', method: 'POST', path: '/webhooks' } as const satisfies Address;
export const updateWebhook = {
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
} as const satisfies Address;
export const deleteWebhook = {
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
} as const satisfies Address;
export const rotateWebhookSecret = {
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate_secret',
} as const satisfies Address;
export const testWebhook = {
  name: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
} as const satisfies Address;
export const listWebhookDeliveries = {
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
} as const satisfies Address;
export const redeliverWebhook = {
  name: 'redeliverWebhook',
  method: 'POST',
  path: '/webhook_deliveries/{id}/redeliver',
} as const satisfies Address;

export const listShareLinks = {
  name: 'listShareLinks',
  method: 'GET',
  path: '/events/{id}/share_links',
} as const satisfies Address;
export const createShareLink = {
  name: 'createShareLink',
  method: 'POST',
  path: '/events/{id}/share_links',
} as const satisfies Address;
export const revokeShareLink = {
  name: 'revokeShareLink',
  method: 'DELETE',
  path: '/share_links/{id}',
} as const satisfies Address;
export const openShareLink = { name: 'openShareLink', method: 'POST', path: '/share' } as const satisfies Address;

export const getPlan = { name: 'getPlan', method: 'GET', path: '/plan' } as const satisfies Address;
export const changePlan = { name: 'changePlan', method: 'PUT', path: '/plan' } as const satisfies Address;
export const notifyBilling = {
  name: 'notifyBilling',
  method: 'POST',
  path: '/billing/stripe',
} as const satisfies Address;

export const getOpenapi = { name: 'getOpenapi', method: 'GET', path: '/openapi.json' } as const satisfies Address;

export const getPreflight = { name: 'getPreflight', method: 'GET', path: '/preflight' } as const satisfies Address;
export const createProbe = { name: 'createProbe', method: 'POST', path: '/preflight/probe' } as const satisfies Address;
