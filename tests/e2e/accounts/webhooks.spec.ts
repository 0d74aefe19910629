import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { test as quietTest, refusedRequest } from '../../support/journeys/quiet-test';
import { Member } from '../../support/journeys/steps';

interface Receiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** The status of its answers from now on. */
  status: number;
}

const test = quietTest.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from its pattern.
  receiver: async ({}, use) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body });
        response.writeHead(receiver.status).end('noted');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver: Receiver = { url: `http://127.0.0.1:${port}/hook`, received: [], status: 200 };
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

test('a signed-out visitor of the webhooks is sent to sign in', async ({ page }) => {
  await page.goto('/organization/webhooks');
  await expect(page).toHaveURL(/\/login\?next=%2Forganization%2Fwebhooks$/);
});

test('an owner adds a webhook, copies its secret, tests it, and a camera that is switched on is told', async ({
  page,
  context,
  receiver,
}) => {
  const member = await Member.signUp(context);
  await page.goto('/organization/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Anything in a camera’s history').check();
  await page.getByLabel('Camera added').uncheck();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Signing secret' })).toHaveCount(0);

  const card = page.getByRole('listitem', { name: receiver.url });
  await expect(card).toContainText(`${webhookTypes.length - 1} kinds of events`);
  await card.getByRole('button', { name: 'Send test' }).click();
  const deliveries = card.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries).toContainText(/Delivered\s*Test\s*200/);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' });

  const event = await member.createEvent();
  const stream = await member.addStream(event.id);
  await member.call('POST /streams/{id}/start', { params: { id: stream.id } });
  await expect(deliveries.getByText('Camera on, off or failed').first()).toBeVisible({ timeout: 30_000 });
  expect(await deliveries.getByText('Camera added').count()).toBe(0);
  await deliveries.getByText('Camera on, off or failed').last().click();
  await expect(deliveries).toContainText('"status": "provisioning"');
  await expect(deliveries).toContainText('noted');

  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});

test('what a receiver refuses shows its answer, and is sent again by hand', async ({ page, context, receiver }) => {
  const member = await Member.signUp(context);
  await member.call('POST /webhooks', { body: { webhook: { url: receiver.url, event_types: ['stream.created'] } } });
  receiver.status = 500;
  await page.goto('/organization/webhooks');
  await page.getByRole('button', { name: 'Send test' }).click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' });
  await deliveries.getByText('Will be sent again').click();
  await expect(deliveries).toContainText('noted');
  receiver.status = 204;
  await deliveries.getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries.getByText('Delivered').first()).toBeVisible();
});

test.describe('an address that is not sent to', () => {
  test.use({ expectedFaults: refusedRequest });

  test('is refused in the dialog, which stays open', async ({ page, context }) => {
    await Member.signUp(context);
    await page.goto('/organization/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('Address').fill('http://169.254.169.254/latest');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not on the internet');
  });
});
