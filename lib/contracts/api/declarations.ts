import { z } from 'zod';
import * as accounts from './accounts';
import * as addresses from './addresses';
import { type Declaration, declare } from './declare';
import * as entry from './entry';
import * as events from './events';
import * as metrics from './metrics';
import * as streams from './streams';

export const getOpenapi = declare(addresses.getOpenapi, {
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'public',
  reply: z.looseObject({ openapi: z.literal('3.1.0') }),
});

/** Every endpoint of the API by its name. It compiles only while there is a declaration for each address. */
export const declarations = {
  ...accounts,
  ...entry,
  ...events,
  ...streams,
  ...metrics,
  getOpenapi,
} satisfies { [Name in keyof typeof addresses]: Declaration & (typeof addresses)[Name] };

export type Declarations = typeof declarations;
