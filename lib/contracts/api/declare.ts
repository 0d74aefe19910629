import { z } from 'zod';
import type { ErrorCode } from '@/lib/core/errors';
import type { ApiTokenAccess } from '../permissions';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** Where an endpoint is. */
export interface Address {
  /** The name of its address and of its declaration. */
  name: string;
  method: Method;
  /** Below /api/v1, with placeholders such as {id}. */
  path: string;
}

/** What goes into an endpoint and what comes out of it. */
export interface EndpointSpec {
  /** Who may call it; what a user may do there is decided by the policy. */
  auth: 'user' | 'public';
  /** What an API token must be allowed at least; without it no API token can do this. */
  apiToken?: ApiTokenAccess;
  /** The placeholders of the path. Values that do not fit are answered 404. */
  params?: z.ZodType;
  query?: z.ZodType;
  /** JSON, at most 64 KiB. */
  body?: z.ZodType;
  /** The whole body of the answer. Without it the answer is 204. */
  reply?: z.ZodType;
  /** The whole body of the answer to an actor of the viewers' audience, where that differs. */
  replyToViewer?: z.ZodType;
  /** Of a success with a body; 200 by default. */
  status?: 200 | 201;
}

/** All there is to know of an endpoint except how it is done. */
export interface Declaration extends Address, EndpointSpec {
  /** One line for the OpenAPI document. */
  summary: string;
  /** What the summary does not say, in sentences. */
  description?: string;
  /** How it fails besides what its parts tell: see lib/contracts/openapi/failures.ts. */
  failures?: ErrorCode[];
}

/** The declaration of the endpoint at an address. */
export const declare = <const A extends Address, const S extends Omit<Declaration, keyof Address>>(
  address: A,
  spec: S,
): A & S => ({ ...address, ...spec });

/** The placeholder of a path such as /events/{id}. */
export const idParams = z.object({ id: z.uuid() });
