import type { Caller, GeneratedRequest } from './generated-request';
import type { Reference } from './schema-value';

/** The data behind the requests: two organizations with some of everything, and the id of a deleted thing. */
export interface RequestWorld {
  ids: Record<Reference['reference'], string[]>;
  tokens: Record<Exclude<Caller, 'nobody'>, string>;
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'reference' in value && 'index' in value;

/** A generated value with ids in place of its references. */
function resolve(value: unknown, world: RequestWorld): unknown {
  if (isReference(value)) {
    const ids = world.ids[value.reference];
    return ids[value.index % ids.length];
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, world));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, world)]));
}

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  /** Below /api/v1, with its query. */
  target: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A generated request as it is sent to a world. */
export function requestTo(world: RequestWorld, request: GeneratedRequest): SentRequest {
  const { method, path, caller, body } = request;
  const params = resolve(request.params, world) as Record<string, string>;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeText(params[name] ?? ''));
  const query = request.query.map(
    ([name, value]) => `${encodeText(name)}=${encodeText(textOf(resolve(value, world)))}`,
  );
  const headers = Object.assign({}, request.headers);
  if (caller !== 'nobody') headers.authorization = `Bearer ${world.tokens[caller]}`;
  return {
    method,
    target: query.length > 0 ? `${target}?${query.join('&')}` : target,
    params,
    headers,
    body: body === null ? undefined : 'text' in body ? body.text : JSON.stringify(resolve(body.json, world)),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Percent-encoded; a lone surrogate, which no address can hold, as U+FFFD. */
const encodeText = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
