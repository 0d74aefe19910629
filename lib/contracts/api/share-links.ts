import { z } from 'zod';
import { lifetimes, timeWords } from '../limits';
import {
  createShareLinkInputSchema,
  openShareLinkInputSchema,
  shareLinkSchema,
  shareSchema,
  updateShareLinkInputSchema,
} from '../share-links';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listShareLinks = declare('listShareLinks', {
  summary: 'List the share links of an event, newest first, in pages of at most 100',
  auth: 'user',
  params: idParams,
  query: pageQuery({ limit: 100, maxLimit: 100 }),
  reply: pageSchema(shareLinkSchema),
});

export const createShareLink = declare('createShareLink', {
  summary: 'Create a link that shows cameras of an event to people without an account',
  auth: 'user',
  params: idParams,
  body: createShareLinkInputSchema,
  failures: ['limit_reached', 'busy'],
  reply: z.object({ data: shareLinkSchema }),
  status: 201,
});

export const updateShareLink = declare('updateShareLink', {
  summary: 'Choose whether guests of a share link may comment',
  auth: 'user',
  params: idParams,
  body: updateShareLinkInputSchema,
  reply: z.object({ data: shareLinkSchema }),
});

export const revokeShareLink = declare('revokeShareLink', {
  summary: 'Revoke a share link; whoever watches by it is disconnected',
  auth: 'user',
  params: idParams,
});

export const openShareLink = declare('openShareLink', {
  summary: 'Exchange the secret of a share link for access to its cameras',
  description: `Where the link limits its viewers, this takes a place: for ${timeWords(lifetimes.sharePlace)}, and from then on while the viewer is in the room.`,
  auth: 'public',
  body: openShareLinkInputSchema,
  failures: ['not_found', 'gone', 'password_required', 'limit_reached', 'too_many_requests', 'busy'],
  reply: z.object({ data: shareSchema }),
});
