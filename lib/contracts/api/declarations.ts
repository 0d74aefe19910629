import { z } from 'zod';
import * as accounts from './accounts';
import * as addresses from './addresses';
import { type Declaration, declare } from './declare';
import * as events from './events';
import * as members from './members';
import * as metrics from './metrics';
import type * as sessionAddresses from './session-addresses';
import * as streams from './streams';

export const getOpenapi = declare(addresses.getOpenapi, {
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'public',
  reply: z.looseObject({ openapi: z.literal('3.1.0') }),
});

type Addresses = typeof addresses & typeof sessionAddresses;

/** Every endpoint of the API by its name. It compiles only while there is a declaration for each address. */
export const declarations = {
  ...accounts,
  ...members,
  ...events,
  ...streams,
  ...metrics,
  getOpenapi,
} satisfies { [Name in keyof Addresses]: Declaration & Addresses[Name] };

export type Declarations = typeof declarations;
