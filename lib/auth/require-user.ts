import type { Actor } from './actor';
import { authenticate } from './authenticate';

/** The user behind the `authorization: Bearer …` header. @throws AppError `unauthorized` when there is none */
export function requireUser(request: Request): Promise<Actor> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return authenticate(token ?? null);
}
