import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { OpenIncidentJson } from '@/lib/contracts/open-incidents';
import type { StreamJson } from '@/lib/contracts/streams';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { weighPage } from '../support/journeys/page-weight';
import { collectFaults, serverAndLivekitAway, serverAway, test } from '../support/journeys/quiet-test';
import { disconnectCable } from '../support/journeys/refusals';
import { createEvent, holdBack, Member, signInByToken, signUp } from '../support/journeys/steps';
import { childOf } from '../support/product/processes';

/**
 * Opens a new organization's event, and its dashboard, which is empty, in a second browser that shares only the token.
 * @returns the second browser's context, its page, and the faults that are collected of it
 */
async function openEventAndDashboard(page: Page, browser: Browser, eventName: string, expectedFaults: RegExp | null) {
  await page.goto('/signup');
  await signUp(page);
  await createEvent(page, eventName);
  const context = await browser.newContext();
  const faults = collectFaults(context, expectedFaults);
  await signInByToken(context, await page.evaluate(() => localStorage.getItem('sl_token') ?? ''));
  const dashboard = await context.newPage();
  await dashboard.goto('/streams');
  await expect(dashboard.getByRole('heading', { name: 'No active streams' })).toBeVisible();
  return { context, dashboard, faults };
}

/** The requests that a page makes where live messages are missing. */
const streamsRequest = /\/api\/v1\/streams$/;
const samplesRequest = /\/metrics\?limit=/;

/** @returns a function that fails the test if the page was reloaded since */
async function watchReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return async () => expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

// Requests are aborted here.
test.use({ expectedFaults: serverAway });

test('a dashboard shows by itself what another member does', async ({ page, browser, expectedFaults }) => {
  const { context, dashboard, faults } = await openEventAndDashboard(page, browser, 'Harvest Festival', expectedFaults);
  const expectNoReload = await watchReload(dashboard);
  await dashboard.route(streamsRequest, (route) => route.abort());
  const row = dashboard.getByTestId('stream-row');

  await page.getByRole('textbox', { name: 'Stream name' }).fill('Organ');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await expect(row.getByRole('heading', { name: 'Organ' })).toBeVisible();
  await expect(dashboard.getByText('New stream added: Organ')).toBeVisible();
  await expect(row).toContainText('Not started');
  await expect(dashboard.getByText('1 total')).toBeVisible();

  const card = page.getByTestId('stream-card');
  await card.getByRole('switch').click();
  await expect(row.getByTestId('state')).toHaveText('Waiting for the camera');
  await expect(row).toContainText('Active since');
  await expect(dashboard.getByText('1 active')).toBeVisible();

  await row.getByRole('button', { name: 'Organ', exact: true }).click();
  const panel = dashboard.getByTestId('stream-panel');
  await expect(panel.getByText('No samples yet.')).toBeVisible();
  await dashboard.route(samplesRequest, (route) => route.abort());
  await expect(panel.getByText('20011')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Incidents' })).toContainText('Ready to receive.');

  await card.getByRole('button', { name: 'Show connection details' }).click();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  const camera = startBarcodeCamera({ urls: [address] });
  try {
    await expect(panel.getByTestId('state')).toHaveText(/^Live/, { timeout: 20_000 });
    const bitrate = panel.locator('figure').filter({ hasText: 'Bitrate' });
    await expect(bitrate).toContainText('Mbit/s');
    const figures = new Set<string | null>();
    await expect
      .poll(async () => figures.add(await bitrate.locator('figcaption').textContent()).size, {
        message: 'the figure changes each second',
        timeout: 15_000,
      })
      .toBeGreaterThan(2);
    await expect(row).toContainText('fps');
    await expect(card.getByTestId('health-line')).toContainText(/fps · .*bit\/s · [\d,]+ ms/);
    for (const name of ['Latency', 'Dropped frames', 'Round-trip time', 'Packet loss']) {
      await expect(panel.getByRole('img', { name: new RegExp(`^${name}, `) })).toBeVisible();
    }
    await expect(panel.getByRole('meter', { name: 'Quality' })).toBeVisible();
    await expect(panel.getByText(/^(healthy|warning|critical)$/)).toBeVisible();
    await panel.getByRole('tab', { name: '15 min' }).click();
    await expect(panel.getByRole('img', { name: /^Bitrate, the last 15 minutes: between / })).toBeVisible();
    await panel.getByRole('img', { name: /^Packet loss, .* Limit 1\.0 %\.$/ }).hover();
    await expect(panel.getByTestId('crosshair-time'), 'the time is at the crosshair').toHaveText(/\d:\d\d:\d\d/);
  } finally {
    camera.stop();
  }

  await card.getByRole('button', { name: 'Actions for Organ' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Stream name' }).fill('Great Organ');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('heading', { name: 'Great Organ' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Great Organ' })).toBeVisible();

  await card.getByRole('button', { name: 'Actions for Great Organ' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dashboard.getByRole('heading', { name: 'No active streams' })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(dashboard).toHaveURL(/\/streams$/);

  await expectNoReload();
  expect(faults).toEqual([]);
  await context.close();
});

test('selecting another stream keeps the period, and shows nothing of the former stream', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent();
  const organ = await member.addStream(eventId, 'Organ');
  const choir = await member.addStream(eventId, 'Choir');
  await member.call('POST /streams/{id}/rotate_key', { params: { id: organ.id } });
  const answer = await holdBack(page, new RegExp(`${choir.id}/incidents`));

  await page.goto('/streams');
  const panel = page.getByTestId('stream-panel');
  const incidents = panel.getByRole('list', { name: 'Incidents' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Organ', exact: true }).click();
  await expect(incidents).not.toHaveCount(0);
  await panel.getByRole('tab', { name: '15 min' }).click();
  await page.getByRole('button', { name: 'Choir', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'Choir' })).toBeVisible();
  await expect(panel.getByRole('tab', { name: '15 min' })).toHaveAttribute('aria-selected', 'true');
  await expect(incidents).toHaveCount(0);
  answer();
  await expect(panel.getByText('Nothing was recorded in the last 15 minutes.')).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('heading', { name: 'Organ' })).toBeVisible();
  await expect(incidents).not.toHaveCount(0);
});

test.describe(() => {
  test.use({ expectedFaults: serverAndLivekitAway });

  test('a dashboard recovers after its server is killed, and misses nothing', { tag: '@alone' }, async ({
    page,
    browser,
    expectedFaults,
  }) => {
    const { context, dashboard, faults } = await openEventAndDashboard(page, browser, 'Rough Night', expectedFaults);
    await dashboard.route(streamsRequest, (route) => route.abort());

    process.kill(childOf(Number(process.env.E2E_PRODUCT_PID), 'web.mjs'), 'SIGKILL');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: 'Add stream' })).toBeEnabled({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(dashboard.getByTestId('stream-row')).toContainText('Camera 1', { timeout: 15_000 });
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('the dashboard warns of a slow start, dropped frames and reconnects', async ({ page }) => {
  await page.clock.install();
  await page.goto('/signup');
  await signUp(page);
  await createEvent(page, 'Long Night');
  await page.getByRole('button', { name: 'Add stream' }).click();
  await expect(page.getByTestId('stream-card')).toBeVisible();

  // No healthy product stays in this state: the answers are changed, and no live message corrects them.
  await page.routeWebSocket(/\/cable$/, (socket) => socket.close());
  const [answer] = await Promise.all([page.waitForResponse(streamsRequest), page.goto('/streams')]);
  const { data } = (await answer.json()) as { data: StreamJson[] };
  for (const { attributes } of data) attributes.status = 'provisioning';
  await page.route(streamsRequest, (route) => route.fulfill({ json: { data, meta: { next_cursor: null } } }));
  const sample: MetricJson = {
    fps: 24,
    bitrate: 1800,
    latency_ms: 250,
    dropped_frames: 101,
    reconnect_count: 6,
    rtt_ms: 31,
    jitter_ms: 1.4,
    lost_packets: 4,
    retransmitted_packets: 4,
    loss_percent: 1.2,
    gop_seconds: 2,
    audio_left_dbfs: -18,
    audio_right_dbfs: -20,
    loudness_lufs: null,
    short_term_lufs: null,
    players_margin_ms: null,
    quality_score: 70,
    alert_level: 'critical',
    recorded_at: '2026-01-01T12:00:00.000Z',
  };
  await page.route(samplesRequest, (route) => route.fulfill({ json: { data: [sample], meta: { next_cursor: null } } }));

  await page.goto('/streams');
  await page.getByRole('button', { name: 'Camera 1', exact: true }).click();
  const panel = page.getByTestId('stream-panel');
  await expect(panel.getByRole('definition').filter({ hasText: '101' })).toHaveText('101warning');
  await expect(panel.getByRole('definition').filter({ hasText: '6critical' })).toBeVisible();
  await expect(panel.getByRole('meter', { name: 'Quality' }), 'there is no picture to judge').toHaveCount(0);

  const warning = panel.getByText('Provisioning is taking longer than expected.');
  await page.clock.runFor(20_000);
  await expect(warning).toHaveCount(0);
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(warning).toBeVisible();
});

test('trouble comes first in words among 500 streams, which are found by filter, search and event', async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  const events = [await member.createEvent('Harbour Lights'), await member.createEvent('Harvest Festival')];
  const template = await member.addStream(events[0]?.id ?? '', 'Camera 1');
  const data = Array.from({ length: 500 }, (_, index): StreamJson => {
    const attributes = {
      ...template.attributes,
      name: `Camera ${(index >> 1) + 1}`,
      event_id: events[index % 2]?.id ?? '',
    };
    return { ...template, id: crypto.randomUUID(), attributes };
  });
  const change = (index: number, attributes: Partial<StreamJson['attributes']>) =>
    Object.assign(data[index]?.attributes ?? {}, attributes);
  for (let index = 0; index < 400; index++) change(index, { status: 'active', signal: 'live' });
  const finding = { code: 'loss', fix: '', settings: null, since: '2026-01-01T12:00:00.000Z' };
  change(399, { signal: 'lost' });
  change(301, { signal: 'lost' });
  change(200, { findings: [{ ...finding, severity: 'critical', sentence: 'An encoder is still using the old key.' }] });
  change(499, { findings: [{ ...finding, severity: 'warning', sentence: 'An encoder is trying to connect.' }] });
  // The cable refuses streams that do not exist.
  await disconnectCable(page);
  await page.route(streamsRequest, (route) => route.fulfill({ json: { data, meta: { next_cursor: null } } }));
  await page.route(samplesRequest, (route) => route.fulfill({ json: { data: [], meta: { next_cursor: null } } }));
  await page.goto('/streams');
  const rows = page.getByTestId('stream-row');
  await expect(rows).toHaveCount(50);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, 'a page of 500 streams is no longer than one of 50').toBeLessThan(4_500);
  await expect(page.getByText('400 active')).toBeVisible();
  await expect(page.getByText('500 total')).toBeVisible();
  await expect(page).toHaveTitle('2 lost · Live Streams · Sightline');
  for (const [place, text] of [
    /Camera 151Harvest Festival.*Camera lost\. It returns when the encoder reconnects\./,
    /Camera 200Harvest Festival.*Camera lost\./,
    /Camera 101Harbour Lights.*still using the old key\./,
    /Camera 250Harvest Festival.*trying to connect\./,
    /Camera 1Harbour Lights/,
  ].entries()) {
    await expect(rows.nth(place)).toHaveText(text);
  }

  await test.step('no row moves away from under the pointer', async () => {
    await rows.nth(4).hover();
    change(50, { signal: 'lost' });
    let x = 300;
    const moveAndReadTitle = async () => {
      await page.mouse.move(x++, 500);
      return page.title();
    };
    await expect.poll(moveAndReadTitle, { timeout: 15_000, intervals: [500] }).toMatch(/^3 lost/);
    await expect(rows.first()).toContainText('Camera 151');
    await page.mouse.move(5, 5);
    await expect(rows.first()).toHaveText(/Camera 26Harbour Lights.*Camera lost/);
  });
  await page.getByRole('button', { name: 'Show 50 more of 450' }).click();
  await expect(rows).toHaveCount(100);

  await page.getByText('Trouble 5', { exact: true }).click();
  await expect(rows).toHaveCount(5);
  await page.getByText('Off 100', { exact: true }).click();
  await expect(rows).toHaveCount(50);
  await expect(page).toHaveURL(/\?show=off$/);
  await page.getByText('All 500', { exact: true }).click();

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search cameras and events' });
  await expect(search).toBeFocused();
  await page.keyboard.type('harbour 250');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Camera 250Harbour Lights');
  await search.fill('nobody');
  await expect(page.getByText('No camera or event here matches “nobody”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');

  await page.getByRole('button', { name: 'Group by event' }).click();
  await expect(page.getByRole('heading', { name: /Harvest Festival.*2 lost/ })).toBeVisible();
  await rows.first().getByRole('button', { name: 'Camera 26', exact: true }).click();
  await expect(page.getByTestId('stream-panel')).toBeVisible();
  await expect(page).toHaveURL(/\?group=event&stream=/);
});

test('on a phone, the alarms that wait stand above the list, which does not move for them', async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  const { id: event_id } = await member.createEvent('Harbour Lights');
  const { id: stream_id } = await member.addStream(event_id, 'Camera 1');
  const data = Array.from({ length: 5 }, (_, index): OpenIncidentJson => {
    const message = `The picture is black, alarm ${index + 1}.`;
    const camera = { stream_id, stream_name: 'Camera 1', stream_number: 1, event_id, event_name: 'Harbour Lights' };
    const what = { code: 'picture_black', severity: 'critical', message, times: 1 } as const;
    const attributes = { ...camera, ...what, occurred_at: new Date().toISOString() };
    return { id: crypto.randomUUID(), type: 'open_incident', attributes };
  });
  await page.route(/\/api\/v1\/incidents$/, (route) => route.fulfill({ json: { data } }));
  await page.setViewportSize({ width: 390, height: 844 });
  const { cls } = await weighPage(page, '/streams');
  const entries = page.getByRole('region', { name: 'Not acknowledged' }).getByRole('listitem');
  const row = page.getByTestId('stream-row');
  const fold = page.getByRole('button', { name: 'Not acknowledged 5' });
  // On a busy machine the list has not waited for it, and it is folded.
  await expect(fold).toBeVisible({ timeout: 30_000 });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  await expect(entries).toHaveCount(3);
  expect(cls).toBeLessThanOrEqual(0.02);
  const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(entries.last())).toBeLessThan(await topOf(row));
  await page.getByRole('button', { name: 'Show all 5' }).click();
  await expect(entries).toHaveCount(5);
  await fold.click();
  await expect(entries).toHaveCount(0);

  data.length = 0;
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByText('Nothing to acknowledge')).toBeVisible();
  await expect(fold).toHaveCount(0);
});
