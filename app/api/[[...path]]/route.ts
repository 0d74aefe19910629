import { AppError } from '@/lib/core/errors';
import { endpoint } from '@/lib/http/endpoint';

const notFound = endpoint({
  summary: 'Every address under /api that nothing else answers',
  auth: 'public',
  handler: async () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  },
});

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
