import { z } from 'zod';
import { lifetimes, timeWords } from '../limits';
import {
  createWebhookInputSchema,
  updateWebhookInputSchema,
  webhookDeliverySchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '../organization/webhooks';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneWebhook = z.object({ data: webhookSchema });
const oneWebhookWithSecret = z.object({ data: webhookWithSecretSchema });
const oneDelivery = z.object({ data: webhookDeliverySchema });

export const listWebhooks = declare('listWebhooks', {
  summary: 'List the webhooks of the organization, oldest first',
  auth: 'user',
  reply: z.object({ data: z.array(webhookSchema) }),
});

export const createWebhook = declare('createWebhook', {
  summary: 'Add a webhook and get its secret, which is shown only once',
  auth: 'user',
  failures: ['limit_reached'],
  body: createWebhookInputSchema,
  reply: oneWebhookWithSecret,
  status: 201,
});

export const updateWebhook = declare('updateWebhook', {
  summary: 'Change a webhook’s address or events, or switch it on or off; switching off drops pending deliveries',
  auth: 'user',
  params: idParams,
  body: updateWebhookInputSchema,
  reply: oneWebhook,
});

export const deleteWebhook = declare('deleteWebhook', {
  summary: 'Delete a webhook with its deliveries',
  auth: 'user',
  params: idParams,
});

export const rotateWebhookSecret = declare('rotateWebhookSecret', {
  summary: 'Create a new secret for a webhook; the old one signs as well for a day',
  auth: 'user',
  params: idParams,
  reply: oneWebhookWithSecret,
});

export const testWebhook = declare('testWebhook', {
  summary: 'Send a test to a webhook, also to one that is off',
  description: 'An organization can ask for sixty tests and repeated deliveries within ten minutes.',
  auth: 'user',
  params: idParams,
  reply: oneDelivery,
  status: 201,
});

export const listWebhookDeliveries = declare('listWebhookDeliveries', {
  summary: `List the deliveries of a webhook with their answers, newest first, for ${timeWords(lifetimes.webhookDelivery)}`,
  auth: 'user',
  params: idParams,
  query: pageQuery({ limit: 50, maxLimit: 200 }),
  reply: pageSchema(webhookDeliverySchema),
});

export const redeliverWebhook = declare('redeliverWebhook', {
  summary: 'Send a delivery again',
  auth: 'user',
  params: idParams,
  reply: oneDelivery,
  status: 201,
});
