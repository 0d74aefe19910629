import * as comments from '@/lib/contracts/api/comments';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createComment, listComments, serializeComment } from '@/lib/use-cases/comments/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(comments.listComments, async ({ actor, params, query }) =>
    pageAnswer(await listComments(actor, params.id, query), serializeComment),
  ),
  endpoint(comments.createComment, async ({ actor, params, body }) => ({
    data: serializeComment(await createComment(actor, params.id, body.comment)),
  })),
);
