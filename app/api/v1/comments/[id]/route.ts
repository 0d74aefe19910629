import * as comments from '@/lib/contracts/api/comments';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteComment, serializeComment, updateComment } from '@/lib/use-cases/comments/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(comments.updateComment, async ({ actor, params, body }) => ({
    data: serializeComment(await updateComment(actor, params.id, body.comment)),
  })),
  endpoint(comments.deleteComment, ({ actor, params }) => deleteComment(actor, params.id)),
);
