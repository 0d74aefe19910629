import { expect } from '@playwright/test';
import type { OpenapiDocument } from '@/lib/contracts/openapi/openapi-document';
import { test } from '../../support/journeys/quiet-test';

test('anybody reads the API: each endpoint with its call, its answer and how it fails', async ({ page, request }) => {
  const document = (await (await request.get('/api/v1/openapi.json')).json()) as OpenapiDocument;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  await page.goto('/docs/api');
  const sent = Object.keys(document.webhooks);
  await expect(page.getByRole('article')).toHaveCount(operations.length + sent.length);
  await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'POST /streams', exact: true }).click();
  const endpoint = page.getByRole('article', { name: 'Add a stream to an event' });
  await expect(endpoint).toBeInViewport();
  await expect(endpoint).toContainText('A person or an API token.');
  await expect(endpoint.getByRole('figure', { name: 'Call: Add a stream to an event' })).toContainText(
    'curl -X POST "$API/streams"',
  );
  await expect(endpoint).toContainText('stream.event_id');
  await endpoint.getByText('Errors', { exact: true }).click();
  await expect(endpoint.getByText('limit_reached')).toBeVisible();
  await endpoint.getByText('Answer: 201').click();
  await expect(endpoint.getByText('"stream_key"')).toBeVisible();
  await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'stream.signal_changed' }).click();
  const event = page.getByRole('article', { name: 'A camera’s picture arrives or is lost' });
  await expect(event).toBeInViewport();
  await expect(event.getByRole('figure')).toContainText('"signal": "lost"');
  await expect(page.getByText('webhook-signature')).toBeVisible();
});
