import { AppError } from '@/lib/core/errors';
import { endpoint } from '@/lib/http/endpoint';

/** Every address under /api that no other route answers. */
const notFound = endpoint({ auth: 'public' }, async () => {
  throw new AppError('not_found', 'There is nothing at this address.');
});

export {
  notFound as DELETE,
  notFound as GET,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
