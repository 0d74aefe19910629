import { z } from 'zod';
import * as accounts from './accounts';
import * as addresses from './addresses';
import * as apiTokens from './api-tokens';
import * as audit from './audit';
import { type Declaration, declare } from './declare';
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
  ...events,
  ...streams,
  ...metrics,
  ...apiTokens,
  ...audit,
  getOpenapi,
} satisfies { [Name in keyof typeof addresses]: Declaration & (typeof addresses)[Name] };

export type Declarations = typeof declarations;

/** What the OpenAPI document describes: every endpoint but the one that answers with it. */
export const describedDeclarations: Declaration[] = Object.values(declarations).filter(
  (declaration) => declaration !== getOpenapi,
);
