import { expect, test } from 'vitest';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { deliveryWords, eventTypeWords, subscriptionWords } from './webhook-words';

test('every type has words of its own, and an unknown one is shown as it is', () => {
  expect(new Set(webhookTypes.map(eventTypeWords)).size).toBe(webhookTypes.length);
  expect(webhookTypes.map(eventTypeWords).filter((text) => text.includes('_'))).toEqual([]);
  expect(eventTypeWords('stream.renamed')).toBe('stream.renamed');
});

test.each([
  [[...webhookTypes], 'All events'],
  [['stream.created'], 'Camera added'],
  [['stream.created', 'stream.deleted'], '2 kinds of events'],
])('a subscription to %j', (types, text) => expect(subscriptionWords(types)).toBe(text));

test.each([
  ['pending', 0, 'Sending…'],
  ['pending', 3, 'Will be sent again'],
  ['delivered', 1, 'Delivered'],
  ['failed', 30, 'Not delivered'],
  ['unheard-of' as 'failed', 1, 'unheard-of'],
] as const)('a delivery that is %s after %i attempts', (status, attempts, text) => {
  const rest = {
    message_id: 'msg_1',
    event_type: 'stream.created',
    occurred_at: '',
    last_attempt_at: null,
    next_attempt_at: null,
    duration_ms: null,
    response_status: null,
    response_body: null,
    error: null,
    payload: { type: 'stream.created' },
  };
  expect(deliveryWords({ ...rest, status, attempts })).toBe(text);
});
