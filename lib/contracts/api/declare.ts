import { z } from 'zod';
import type { ErrorCode } from '@/lib/core/errors';
import type { ApiTokenAccess } from '../permissions';
import { type AddressParts, type EndpointName, type PartsOf, partsOf } from './addresses';

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
export interface Declaration extends AddressParts, EndpointSpec {
  name: EndpointName;
  /** One line for the OpenAPI document. */
  summary: string;
  /** What the summary does not say, in sentences. */
  description?: string;
  /** How it fails besides what its parts tell: see lib/contracts/openapi/failures.ts. */
  failures?: ErrorCode[];
}

/** The declaration of an endpoint, with its address. */
export const declare = <
  const Name extends EndpointName,
  const Spec extends Omit<Declaration, 'name' | keyof AddressParts>,
>(
  name: Name,
  spec: Spec,
): { name: Name } & PartsOf<Name> & Spec => ({ name, ...partsOf(name), ...spec });

/** The placeholder of a path such as /events/{id}. */
export const idParams = z.object({ id: z.uuid() });
