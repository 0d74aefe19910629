import { expect, type Request } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { createEvent, signUp } from '../../support/journeys/steps';

// Sections 6 and 7 of the specification: what the pages send.

/** A call as the table of section 7 has it: ids as {id}, and the body. */
const written = (request: Request): string => {
  const path = new URL(request.url()).pathname.replace('/api/v1', '').replace(/[\da-f-]{36}/g, '{id}');
  const body = request.postData();
  return [request.method(), path, ...(body ? [body.replace(/[\da-f-]{36}/g, '{id}')] : [])].join(' ');
};

test('The calls it makes, their payloads, and the bearer token that authenticated ones carry', async ({ page }) => {
  const calls: string[] = [];
  const withoutToken: string[] = [];
  const offered: string[] = [];
  await page.addInitScript(() => {
    const Original = WebSocket;
    window.WebSocket = class extends Original {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        const own = window as unknown as { offered?: string[] };
        if (String(url).endsWith('/cable')) own.offered = [...(protocols ?? [])];
      }
    };
  });
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/')) return;
    calls.push(written(request));
    if (!request.headers().authorization?.startsWith('Bearer ')) withoutToken.push(written(request));
  });
  await page.goto('/signup');
  await signUp(page);
  await createEvent(page, 'Gala');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByTestId('stream-card');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Actions for Camera 1' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Stream name' }).fill('Pulpit');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('heading', { name: 'Pulpit' })).toBeVisible();
  await card.getByRole('switch').click();
  await expect(page.getByRole('switch', { name: 'Pulpit: On' })).toBeEnabled({ timeout: 30_000 });
  await card.getByRole('switch').click();
  await expect(page.getByRole('switch', { name: 'Pulpit: Off' })).toBeEnabled({ timeout: 30_000 });

  for (const call of [
    /^POST \/auth\/signup \{"organization":\{"name":"Harbour Church"\},"user":\{.*"first_name":"Ada"/,
    /^POST \/auth\/login \{"user":\{"email":"[^"]+","password":"[^"]+"\}\}$/,
    /^GET \/events$/,
    /^POST \/events \{"event":\{"name":"Gala"\}\}$/,
    /^GET \/events\/\{id\}$/,
    /^GET \/streams$/,
    /^POST \/streams \{"stream":\{"name":"Camera 1","event_id":"\{id\}","protocol":"srt"\}\}$/,
    /^PATCH \/streams\/\{id\} \{"stream":\{"name":"Pulpit"\}\}$/,
    /^POST \/streams\/\{id\}\/start$/,
    /^GET \/streams\/\{id\}$/,
    /^POST \/streams\/\{id\}\/stop$/,
  ]) {
    // The stream is read a second after the press, and may be on and off again by then.
    const isMade = () => calls.some((made) => call.test(made));
    await expect.poll(isMade, `${call} of ${calls.join('\n')}`).toBe(true);
  }
  expect(withoutToken.map((call) => call.split(' ', 2).join(' '))).toEqual(['POST /auth/signup', 'POST /auth/login']);

  await test.step('A websocket under /cable using the actioncable protocols', async () => {
    offered.push(...(await page.evaluate(() => (window as unknown as { offered: string[] }).offered)));
    expect(offered).toEqual(['actioncable-v1-json', 'actioncable-unsupported', expect.stringContaining('token')]);
  });
  await test.step('Mode caller and streamid, ingest SRT and view address', async () => {
    await card.getByRole('button', { name: 'Show connection details' }).click();
    for (const label of ['Ingest address', 'View address']) {
      const address = new URL(await card.getByRole('textbox', { name: label, exact: true }).inputValue());
      expect(address.protocol).toBe('srt:');
      expect(address.searchParams.get('mode')).toBe('caller');
      expect(address.searchParams.get('streamid')).toMatch(/^[\w-]{16,}$/);
    }
  });
});

test.describe('an answer without an envelope', () => {
  test.use({ expectedAnswerFaults: /^POST \/auth\/login answers/ });

  test('Login is read as data.data or data', async ({ page }) => {
    await page.goto('/signup');
    await page.route(/\/auth\/login$/, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: data });
    });
    await signUp(page);
    await expect(page).toHaveURL(/\/app$/);
  });
});
