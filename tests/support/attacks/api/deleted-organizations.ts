import { randomUUID } from 'node:crypto';
import { ApiClient } from '../../api/api-client';
import type { Attack } from '../attack';
import { callApi } from './call-api';

/** Organizations that are deleted while a camera of theirs is on. */
export const deletedOrganizations: Attack = {
  name: 'organizations that are deleted while their camera is on, one after the other',
  async run(target, signal) {
    while (!signal.aborted) {
      const email = `deleted-${randomUUID()}@example.com`;
      const user = { email, password: 'a long password', first_name: 'Mallory' };
      // Sign-ups of one address are limited.
      const owner = await ApiClient.ofNewOrganization(target.baseUrl, user, 'Deleted').catch(() => null);
      if (!owner) return;
      const own = { ...target, token: owner.token ?? '' };
      const event = await callApi(own, 'POST /events', { body: { event: { name: 'Deleted' } }, signal });
      const stream = { name: 'Live', event_id: event?.id ?? '' };
      const made = await callApi(own, 'POST /streams', { body: { stream }, signal });
      await callApi(own, 'POST /streams/{id}/start', { params: { id: made?.id ?? '' }, signal });
      await callApi(own, 'POST /organization/delete', { body: { organization: { name: 'Deleted' } }, signal });
    }
  },
};
