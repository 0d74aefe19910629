import { z } from 'zod';
import type { ErrorCode } from '@/lib/core/errors';
import type { ApiTokenAccess } from '../permissions';
import { type AddressParts, type EndpointName, type PartsOf, partsOf } from './addresses';

/** The limit of a body whose endpoint declares none. */
export const defaultMaxBodyBytes = 64 * 1024;

/** The sentence for a body above its limit. */
export const bodyTooLarge = (maxBodyBytes = defaultMaxBodyBytes): string =>
  `The body is larger than ${maxBodyBytes / 1024} KiB.`;

/** The input and output of an endpoint. */
export interface EndpointSpec {
  /** Whether callers must authenticate. The policy decides what they may do. */
  auth: 'user' | 'public';
  /** Minimum access of an API token; without it no API token may call the endpoint. */
  apiToken?: ApiTokenAccess;
  /** The placeholders of the path. Values that do not fit are answered 404. */
  params?: z.ZodType;
  query?: z.ZodType;
  /** JSON. */
  body?: z.ZodType;
  /** The body is no JSON, but bytes: application/octet-stream. */
  takesBytes?: true;
  /** Maximum size of the body; 64 KiB by default. */
  maxBodyBytes?: number;
  /** The whole body of the answer. Without it the answer is 204. */
  reply?: z.ZodType;
  /** The whole body of the answer to an actor of the viewers' audience, where that differs. */
  replyToViewer?: z.ZodType;
  /** The answer is also there as CSV, as the query asks; the handler then returns a Response. */
  csv?: true;
  /** The path names exactly one answer, which browsers may keep for as long as the caller's credential is the same. */
  isImmutable?: true;
  /** Status of a success with a body; 200 by default. 201: it creates something. */
  status?: 200 | 201;
  /** It makes something new with each call, although its status is not 201. */
  creates?: true;
}

/** Whether a call makes something new each time, and so takes an Idempotency-Key. */
export const takesIdempotencyKey = ({ auth, status, creates }: EndpointSpec): boolean =>
  auth === 'user' && (status === 201 || creates === true);

/** The header with which a call that creates something can be repeated (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The value of the header: a text of the caller's choice, such as a UUID, in quotes or without. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^(?:"[\x21\x23-\x5b\x5d-\x7e]{1,255}"|[\x21\x23-\x5b\x5d-\x7e]{1,255})$/, {
    error: `${idempotencyKeyHeader} must have 1 to 255 characters of ASCII, without spaces, quotes and backslashes.`,
  })
  .transform((value) => value.replaceAll('"', ''));

/** Everything about an endpoint except its implementation. */
export interface Declaration extends AddressParts, EndpointSpec {
  name: EndpointName;
  /** One line for the OpenAPI document. */
  summary: string;
  /** Details beyond the summary, in full sentences. */
  description?: string;
  /** Callers should use another endpoint, which the summary names; this one goes with the next version. */
  isDeprecated?: true;
  /** Failures that do not follow from its parts; see lib/contracts/openapi/failures.ts. */
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
