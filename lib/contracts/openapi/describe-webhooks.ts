import { lifetimes, timeWords } from '../limits';
import { webhookPayloadSchema } from '../organization/webhooks';
import { documentSchema } from './components';
import { exampleId, exampleOf } from './example-of';
import type { OpenapiDocument, Operation, Parameter, Schema } from './openapi-document';

/** The document's section about webhooks. */
export const webhookEvents = {
  name: 'Webhook events',
  description: `What is sent to the address of a webhook: a POST for each event, signed as the Standard Webhooks specification says. Answer with a status from 200 to 299 within ${timeWords(lifetimes.webhookAnswer)}. Until then it is sent again, with growing pauses, for ${timeWords(lifetimes.webhookAttempts)}.`,
};

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const headers: Parameter[] = [
  header(
    'webhook-id',
    'The same for each attempt and redelivery: drop what you have seen already.',
    `msg_${exampleId}`,
  ),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970: refuse old ones.', '1795339800'),
  header(
    'webhook-signature',
    `v1, and the base64 of HMAC-SHA256 over "ID.TIMESTAMP.BODY", by the key that is the base64 after whsec_ in the secret. For ${timeWords(lifetimes.formerWebhookSecret)} after a new secret there are two, separated by a space.`,
    'v1,3HxJ4l8sC0vM7mE1qYbTn9rWkUoP2dZfGaQe5uXiLcA=',
  ),
];

/** Describes each webhook type and its body. @param components receives the named schemas that it refers to */
export function describeWebhooks(components: Record<string, Schema>): OpenapiDocument['webhooks'] {
  return Object.fromEntries(
    webhookPayloadSchema.options.map((payload) => {
      const type = payload.shape.type.value;
      const { description = type, ...schema } = documentSchema(payload, 'output', components);
      const example = { summary: description, value: exampleOf(schema, components, [type]) };
      const post: Operation = {
        operationId: type,
        tags: [webhookEvents.name],
        summary: description,
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema, examples: { example } } } },
        responses: { '2XX': { description: 'Accepted: it is not sent again.' } },
      };
      return [type, { post }];
    }),
  );
}
