import { z } from 'zod';
import type { OpenapiDocument, Schema } from '@/lib/contracts/openapi/openapi-document';
import type { GeneratedRequest } from './generated-request';

export interface ReceivedAnswer {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
}

const parsers = new WeakMap<Schema, z.ZodType>();

function parserOf(schema: Schema): z.ZodType {
  const parser = parsers.get(schema) ?? z.fromJSONSchema(schema);
  parsers.set(schema, parser);
  return parser;
}

/**
 * Checks an answer by the document alone: its status, its body's schema, its Allow, and whether the caller may have it.
 * @param document without references
 * @returns one sentence, or null where nothing is
 */
export function findFault(document: OpenapiDocument, request: GeneratedRequest, answer: ReceivedAnswer): string | null {
  const operations = document.paths[request.path] ?? {};
  const operation = operations[request.method.toLowerCase()];
  if (answer.status >= 500) return `is answered ${answer.status}`;
  if (!operation) return findFaultOfRefusal(operations, answer);
  const isSuccess = answer.status < 300;
  if (!operation.responses[answer.status]) return `is answered ${answer.status}, which is not declared`;
  if (isSuccess && !mayCall(request, operation.security.length > 0)) return 'succeeds for somebody who may not do it';
  const { content } = operation.responses[answer.status] ?? {};
  if (!content) return answer.text === '' ? null : 'has a body, and none is declared';
  if (content['text/csv'] && /^text\/csv\b/.test(answer.headers.get('content-type') ?? '')) return null;
  return findFaultOfBody(content['application/json'].schema, answer);
}

/** Checks the answer to a method that the path does not have. */
function findFaultOfRefusal(operations: OpenapiDocument['paths'][string], answer: ReceivedAnswer): string | null {
  // A path with an id that is none may be said not to exist, whatever the method.
  if (answer.status === 404 || answer.status === 400) return null;
  if (answer.status !== 405) return `is answered ${answer.status} for a method that is not declared`;
  const allowed = (answer.headers.get('allow') ?? '').split(', ').filter((method) => !/^(HEAD|OPTIONS)$/.test(method));
  const declared = Object.keys(operations).map((method) => method.toUpperCase());
  return allowed.sort().join() === declared.sort().join() ? null : `says that these are allowed: ${allowed.join(', ')}`;
}

function findFaultOfBody(schema: Schema, answer: ReceivedAnswer): string | null {
  if (!/^application\/json\b/.test(answer.headers.get('content-type') ?? '')) return 'is not answered with JSON';
  try {
    const result = parserOf(schema).safeParse(JSON.parse(answer.text));
    return result.success ? null : `answers what is not declared: ${z.prettifyError(result.error)}`;
  } catch {
    return 'is not answered with JSON';
  }
}

/** Whether success is right as far as the caller goes: signed in, and to nothing of another organization. */
function mayCall({ caller, params, body }: GeneratedRequest, needsUser: boolean): boolean {
  if (!needsUser) return true;
  if (caller !== 'own' && caller !== 'stranger') return false;
  const others = caller === 'own' ? 'strangers' : 'own';
  return !JSON.stringify([params, body]).includes(`"reference":"${others}`);
}
