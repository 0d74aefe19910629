import { type Method, methods } from '@/lib/contracts/api/addresses';
import type { EndpointSpec } from '@/lib/contracts/api/declare';
import { AppError } from '@/lib/core/errors';
import { type Endpoint, endpoint, type Handler } from './endpoint';

export type Route = Record<Method | 'OPTIONS', Handler | Endpoint>;

/** Endpoints by method; one that is declared with a method compiles only under that method. */
type Endpoints = { [M in Method]?: Endpoint<EndpointSpec & { method?: M }> };

/**
 * The exports of a route file: its endpoints, and an answer 405 in our own format for every other method. Includes
 * OPTIONS, in which Next would list the refused methods too. Next answers HEAD through GET.
 */
export function route(endpoints: Endpoints): Route {
  const allowed = methods.filter((method) => endpoints[method]);
  const allow = methods
    .flatMap((method) => (!endpoints[method] ? [] : method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
  const sayNothing = endpoint({ auth: 'public' }, async () => undefined);
  const refuse = endpoint({ auth: 'public' }, async ({ request }) => {
    throw new AppError('method_not_allowed', `${request.method} is not allowed here; use ${oneOf(allowed)}.`);
  });
  const withAllow =
    (answer: Handler): Handler =>
    async (request, context) => {
      const response = await answer(request, context);
      response.headers.set('allow', allow);
      return response;
    };
  const notAllowed = withAllow(refuse);
  return {
    GET: notAllowed,
    POST: notAllowed,
    PUT: notAllowed,
    PATCH: notAllowed,
    DELETE: notAllowed,
    OPTIONS: withAllow(sayNothing),
    ...endpoints,
  };
}

/** The methods as a sentence names them: "GET, PATCH, or DELETE". */
const oneOf = (methods: Method[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(methods);
