import { allowHeader, type Method, methods, methodsAt } from '@/lib/contracts/api/addresses';
import type { EndpointSpec } from '@/lib/contracts/api/declare';
import { AppError } from '@/lib/core/errors';
import { type Endpoint, endpoint, type Handler } from './endpoint';

export type Route = Record<Method | 'OPTIONS', Handler | Endpoint>;

/** An endpoint of the table of addresses, or one that only names its method, such as a health check. */
type Routed = Endpoint<EndpointSpec & { method: Method; path?: string }>;

/**
 * The exports of a route file: its endpoints under their methods, and an answer 405 in our own format for every other
 * one. Includes OPTIONS, in which Next would list the refused methods too. Next answers HEAD through GET.
 */
export function route(...endpoints: Routed[]): Route {
  const path = endpoints[0]?.spec.path;
  const allowed = path === undefined ? endpoints.map(({ spec }) => spec.method) : methodsAt(path);
  const sayNothing = endpoint({ auth: 'public' }, async () => undefined);
  const refuse = endpoint({ auth: 'public' }, async ({ request }) => {
    throw new AppError('method_not_allowed', `${request.method} is not allowed here; use ${oneOf(allowed)}.`);
  });
  const withAllow =
    (answer: Handler): Handler =>
    async (request, context) => {
      const response = await answer(request, context);
      response.headers.set('allow', allowHeader(allowed));
      return response;
    };
  const refused = methods.map((method) => [method, withAllow(refuse)]);
  const answered = endpoints.map((answer) => [answer.spec.method, answer]);
  return Object.fromEntries([...refused, ['OPTIONS', withAllow(sayNothing)], ...answered]) as Route;
}

/** The methods as a sentence names them: "GET, PATCH, or DELETE". */
const oneOf = (allowed: Method[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed);
