import { z } from 'zod';
import * as accounts from './accounts';
import * as addresses from './addresses';
import * as apiTokens from './api-tokens';
import * as audit from './audit';
import { type Declaration, declare } from './declare';
import * as entry from './entry';
import * as events from './events';
import * as members from './members';
import * as metrics from './metrics';
import * as plans from './plans';
import * as preflight from './preflight';
import * as presets from './presets';
import type * as sessionAddresses from './session-addresses';
import * as shareLinks from './share-links';
import * as streams from './streams';
import * as tally from './tally';
import type * as tallyAddresses from './tally-addresses';
import * as webhooks from './webhooks';

export const getOpenapi = declare(addresses.getOpenapi, {
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'public',
  reply: z.looseObject({ openapi: z.literal('3.1.0') }),
});

type Addresses = typeof addresses & typeof sessionAddresses & typeof tallyAddresses;

/** Every endpoint of the API by its name. It compiles only while there is a declaration for each address. */
export const declarations = {
  ...accounts,
  ...members,
  ...entry,
  ...events,
  ...streams,
  ...metrics,
  ...presets,
  ...tally,
  ...apiTokens,
  ...audit,
  ...webhooks,
  ...shareLinks,
  ...plans,
  ...preflight,
  getOpenapi,
} satisfies { [Name in keyof Addresses]: Declaration & Addresses[Name] };

export type Declarations = typeof declarations;

/** What the OpenAPI document describes: every endpoint but the one that answers with it. */
export const describedDeclarations: Declaration[] = Object.values(declarations).filter(
  (declaration) => declaration !== getOpenapi,
);
