import { z } from 'zod';
import * as accounts from './accounts';
import type { EndpointName } from './addresses';
import * as apiTokens from './api-tokens';
import * as audit from './audit';
import * as cameraInvites from './camera-invites';
import * as comments from './comments';
import { type Declaration, declare } from './declare';
import * as destinations from './destinations';
import * as edits from './edits';
import * as events from './events';
import * as exports from './exports';
import * as imports from './imports';
import * as incidents from './incidents';
import * as lineUps from './line-ups';
import * as marks from './marks';
import * as members from './members';
import * as metrics from './metrics';
import * as phones from './phones';
import * as plans from './plans';
import * as preflight from './preflight';
import * as presets from './presets';
import * as program from './program';
import * as pullTry from './pull-try';
import * as push from './push';
import * as recordings from './recordings';
import * as reports from './reports';
import * as shareLinks from './share-links';
import * as signIn from './sign-in';
import * as streams from './streams';
import * as tally from './tally';
import * as webhooks from './webhooks';

export const getOpenapi = declare('getOpenapi', {
  summary: 'Get this API as an OpenAPI 3.1 document',
  auth: 'public',
  reply: z.looseObject({ openapi: z.literal('3.1.0') }),
});

/** Every endpoint of the API by its name. It compiles only while there is a declaration for each address. */
export const declarations = {
  ...accounts,
  ...members,
  ...signIn,
  ...events,
  ...streams,
  ...destinations,
  ...pullTry,
  ...recordings,
  ...exports,
  ...imports,
  ...marks,
  ...comments,
  ...edits,
  ...incidents,
  ...lineUps,
  ...reports,
  ...metrics,
  ...presets,
  ...program,
  ...tally,
  ...apiTokens,
  ...audit,
  ...push,
  ...webhooks,
  ...shareLinks,
  ...cameraInvites,
  ...phones,
  ...plans,
  ...preflight,
  getOpenapi,
} satisfies { [Name in EndpointName]: Declaration & { name: Name } };

export type Declarations = typeof declarations;

/** The endpoints in the OpenAPI document: all but the one that serves it. */
export const describedDeclarations: Declaration[] = Object.values(declarations).filter(
  (declaration) => declaration !== getOpenapi,
);
