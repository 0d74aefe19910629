import type { Operation } from '@/lib/contracts/openapi/openapi-document';

/**
 * How to call an operation from a shell in which `API` is the address of the API, and `TOKEN` a token.
 * @param method in lower case
 */
export function curlOf(method: string, path: string, operation: Operation): string {
  const { parameters, requestBody, security } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return String(parameter?.example ?? name);
  });
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$API${target}"`];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  const body = requestBody?.content['application/json'].examples?.example?.value;
  if (body !== undefined) lines.push(`--json ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** In single quotes, which a shell leaves alone. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
