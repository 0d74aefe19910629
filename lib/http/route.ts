import { AppError } from '@/lib/core/errors';
import { type Endpoint, endpoint, type Handler } from './endpoint';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];
export type Route = Record<Method, Handler | Endpoint>;

/** The exports of a route file: its endpoints, and for every other method an answer 405 in our own format. */
export function route(endpoints: Partial<Record<Method, Endpoint>>): Route {
  const allow = Object.keys(endpoints).join(', ');
  const refuse = endpoint({
    summary: 'Method not allowed',
    auth: 'public',
    handler: async ({ request }) => {
      throw new AppError('method_not_allowed', `This address does not take ${request.method}, only ${allow}.`);
    },
  });
  const notAllowed: Handler = async (request, context) => {
    const response = await refuse(request, context);
    response.headers.set('allow', allow);
    return response;
  };
  return { GET: notAllowed, POST: notAllowed, PUT: notAllowed, PATCH: notAllowed, DELETE: notAllowed, ...endpoints };
}
