import { z } from 'zod';
import { pushSchema, setPushInputSchema } from '../push';
import { declare } from './declare';

const onePush = z.object({ data: pushSchema });

export const getPush = declare('getPush', {
  summary: 'What is pushed to the device of this auth session, and the key to subscribe with',
  auth: 'user',
  reply: onePush,
});

export const setPush = declare('setPush', {
  summary: 'Have alarms pushed to this device',
  description: 'The subscription ends with the auth session, and once its push service says that the device is gone.',
  auth: 'user',
  body: setPushInputSchema,
  reply: onePush,
});

export const testPush = declare('testPush', {
  summary: 'Push a test to this device',
  description: 'An organization can ask for sixty within ten minutes.',
  auth: 'user',
  failures: ['not_found', 'too_many_requests'],
});

export const endPush = declare('endPush', { summary: 'Push nothing more to this device', auth: 'user' });
