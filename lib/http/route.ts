import { type EndpointSpec, type Method, methods } from '@/lib/contracts/api/declare';
import { AppError } from '@/lib/core/errors';
import { type Endpoint, endpoint, type Handler } from './endpoint';

export type Route = Record<Method, Handler | Endpoint>;

/** Endpoints by method; one that is declared with a method compiles only under that method. */
type Endpoints = { [M in Method]?: Endpoint<EndpointSpec & { method?: M }> };

/** The exports of a route file: its endpoints, and for every other method an answer 405 in our own format. */
export function route(endpoints: Endpoints): Route {
  const allowed = methods.filter((method) => endpoints[method]);
  const refuse = endpoint({ auth: 'public' }, async ({ request }) => {
    throw new AppError('method_not_allowed', `${request.method} is not allowed here; use ${oneOf(allowed)}.`);
  });
  const notAllowed: Handler = async (request, context) => {
    const response = await refuse(request, context);
    response.headers.set('allow', allowed.join(', '));
    return response;
  };
  return { GET: notAllowed, POST: notAllowed, PUT: notAllowed, PATCH: notAllowed, DELETE: notAllowed, ...endpoints };
}

/** The methods as a sentence names them: "GET, PATCH, or DELETE". */
const oneOf = (methods: Method[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(methods);
