import { expect, type Page } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { expectAccessible } from '../support/journeys/expect-accessible';
import { expectRouted } from '../support/journeys/expect-routed';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { addCameras, holdBack, Member, removeRoom } from '../support/journeys/steps';

test.use({ expectedFaults: refusedRequest });

/** Counts a page's room connections. */
function countRoomConnections(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname.startsWith('/livekit/rtc')) count++;
  });
  return () => count;
}

test('adding, switching, renaming and deleting cameras shows at once, and is undone on failure', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await page.goto(`/events/${id}`);
  const name = page.getByRole('textbox', { name: 'Stream name' });
  const card = page.getByTestId('stream-card');

  await test.step('Add camera leads to the proposed name, Enter adds it, and the next one is proposed', async () => {
    await expect(name).toHaveValue('Camera 1');
    await page.getByRole('button', { name: 'Add camera' }).click();
    await expect(name).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Camera 1');
    await expect(card).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(card).toHaveCount(1);
    await expect(page.getByText('New stream added: Camera 1')).toBeVisible();
    await expect(name).toHaveValue('Camera 2');
    await name.fill('');
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(name, 'a name is required').toBeFocused();
    await expect(card).toHaveCount(1);
  });

  await test.step('the addresses are copied', async () => {
    await card.getByRole('button', { name: 'Show connection details' }).click();
    for (const label of ['Ingest address', 'View address', 'Camera ID (API)']) {
      await card.getByRole('button', { name: `Copy ${label}` }).click();
      await expect(card.getByText('Copied!')).toBeVisible();
      const value = await card.getByRole('textbox', { name: label, exact: true }).inputValue();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
      await expect(card.getByText('Copied!')).toHaveCount(0);
    }
  });

  await test.step('a destination is added, started, stopped and deleted, and never shows its key', async () => {
    await card.getByRole('button', { name: 'Destinations of Camera 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Destinations of Camera 1' });
    await dialog.getByLabel('Platform').selectOption('twitch');
    await dialog.getByLabel('Primary stream key').fill('live_secret');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send to Twitch' }).click();
    await expect(dialog.getByRole('status')).toContainText('Waiting for the camera');
    await dialog.getByRole('button', { name: 'Change Twitch' }).click();
    await expect(dialog.getByLabel('Primary stream key')).toHaveValue('');
    expect(await dialog.innerHTML()).not.toContain('live_secret');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Stop sending to Twitch' }).click();
    await expect(dialog.getByRole('status')).toContainText('Off');
    await dialog.getByRole('button', { name: 'Delete Twitch' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('form', { name: 'Add a destination' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('each address has a key of its own, and each key is changed apart', async () => {
    const address = (label: string) => card.getByRole('textbox', { name: label, exact: true });
    const keyOf = async (label: string) => new URL(await address(label).inputValue()).searchParams.get('streamid');
    const before = { ingest: await keyOf('Ingest address'), view: await keyOf('View address') };
    expect(before.ingest).not.toBe(before.view);
    await card.getByText('Source, latency, encryption and keys').click();
    await card.getByRole('button', { name: 'New view key' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Give camera "Camera 1" a new view key?');
    await question.getByRole('button', { name: 'New view key' }).click();
    await expect(address('View address')).not.toHaveValue(new RegExp(before.view ?? ''));
    expect(await keyOf('Ingest address')).toBe(before.ingest);
    const view = await keyOf('View address');
    await card.getByRole('button', { name: 'New key', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New key' }).click();
    await expect(address('Ingest address')).not.toHaveValue(new RegExp(before.ingest ?? ''));
    expect(await keyOf('View address')).toBe(view);
    const ingest = await keyOf('Ingest address');
    await card.getByRole('combobox', { name: 'Source' }).selectOption('rtmp');
    await expect(address('Stream Key')).toHaveValue(ingest ?? '');
    await card.getByRole('combobox', { name: 'Source' }).selectOption('srt');
    await expect(address('Ingest address')).toBeVisible();
    await card.getByRole('button', { name: 'Hide connection details' }).click();
    await expect(card.getByRole('textbox')).toHaveCount(0);
  });

  await test.step('the switch moves at once, is disabled meanwhile, and moves back on failure', async () => {
    await page.route(/\/start$/, (route) => route.fulfill({ status: 500, json: {} }));
    const answer = await holdBack(page, /\/start$/);
    await card.getByRole('button', { name: 'Turn on Camera 1' }).click();
    await expect(card.getByRole('switch', { name: 'Camera 1: Turning on' })).toBeDisabled();
    answer();
    await expect(card.getByRole('switch', { name: 'Camera 1: Off' })).toBeEnabled();
    await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('Failed to start stream');
    await page.unrouteAll();
    await card.getByRole('switch').click();
    await expect(card.getByRole('switch', { name: 'Camera 1: On' })).toBeEnabled();
    await expect(page.getByTestId('state-changes')).toHaveText('Camera 1: Waiting for the camera.');
    await expect(card.getByText('Send SRT from your encoder to this address.')).toBeVisible();
    await card.getByRole('switch').click();
    await expect(card.getByRole('switch', { name: 'Camera 1: Off' })).toBeEnabled();
  });

  await test.step('a new name and a deletion show at once, and are undone on failure', async () => {
    await page.route(/\/streams\/[\w-]+$/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    await expectRouted(page);
    await card.getByRole('button', { name: 'Actions for Camera 1' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await card.getByRole('textbox', { name: 'Stream name' }).fill('Pulpit');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to update stream')).toBeVisible();
    await expect(card.getByRole('textbox', { name: 'Stream name' })).toHaveValue('Pulpit');
    await page.unrouteAll();
    await card.getByRole('textbox', { name: 'Camera number' }).fill('14');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('heading', { name: 'Pulpit' })).toBeVisible();
    await expect(card.getByText('Number 14')).toBeVisible();
    await card.getByRole('button', { name: 'Actions for Pulpit' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete stream "Pulpit"?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(card).toHaveCount(0);
    await expect.poll(() => member.call('GET /streams', { query: { event_id: id } })).toEqual([]);
  });

  await page.getByRole('link', { name: 'Back to events' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('the buttons of an event stay in their place while the states of its cameras change', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Sunday Service');
  const streams = [await member.addStream(id, 'Camera 1'), await member.addStream(id, 'Camera 2')];
  await page.goto(`/events/${id}`);
  const summary = page.getByTestId('event-summary');
  await expect(summary).toHaveText('2 off');
  const place = () => page.getByRole('link', { name: 'Open Multiview' }).boundingBox();
  const before = await place();
  await member.call('POST /streams/{id}/start', { params: { id: streams[0]?.id ?? '' } });
  await expect(summary).toHaveText('1 waiting, 1 off', { timeout: 30_000 });
  expect(await place()).toEqual(before);
});

test('the tabs of an event stay where they are from one place to the next, each with a figure', async ({
  page,
  context,
}) => {
  // Pages that nobody opened before take time on a busy machine.
  test.setTimeout(120_000);
  const patience = { timeout: 30_000 };
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await page.goto(`/events/${id}`);
  const tabs = page.getByRole('navigation', { name: 'Event' });
  const read = () =>
    tabs.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        return [left, top + window.scrollY, width, height].map(Math.round).join(' ');
      }),
    );
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await tabs.getByRole('link', { name: 'Live' }).click();
    await expect(page.getByRole('heading', { name: 'Sunday Service', level: 1 })).toBeVisible(patience);
    const onLive = await read();
    expect(onLive).toHaveLength(6);
    for (const [name, shown] of [
      ['Recordings', page.getByText('Nothing is recorded yet')],
      ['Crew', page.getByRole('heading', { name: 'Crew', level: 1 })],
      ['Report', page.getByText('No show yet')],
    ] as const) {
      const tab = tabs.getByRole('link', { name });
      await tab.click();
      await expect(shown).toBeVisible(patience);
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(tab.locator('span')).not.toBeEmpty();
      expect(await read(), `${name} at ${width} px`).toEqual(onLive);
    }
  }
});

test('a test picture needs one press, and a camera takes its place', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('First Show');
  await page.goto(`/events/${id}`);
  await page.getByRole('button', { name: 'Add a test picture' }).click();
  const card = page.getByTestId('stream-card');
  await expect(card.getByRole('switch', { name: 'Test picture: On' })).toBeEnabled({ timeout: 30_000 });
  // On a busy machine its frame rate may be a problem.
  await expect(page.getByTestId('event-summary')).toHaveText(/^(1 of 1 fine|1 with a problem)/, { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Add a test picture' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Show connection details' }).click();
  await card.getByRole('button', { name: 'Replace it with a camera' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change source' }).click();
  await expect(card.getByRole('textbox', { name: 'Ingest address', exact: true })).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Test picture' })).toBeVisible();
});

test('an event has one program, which its card names', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Finals');
  await page.goto(`/events/${id}`);
  await page.getByRole('group', { name: 'Source' }).getByText('Program').click();
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByTestId('stream-card');
  await expect(card.getByText('Program', { exact: true })).toBeVisible();
  const usual = page.getByRole('radio', { name: 'SRT', exact: true });
  await expect(usual, 'the next camera is not proposed as another program').toBeChecked();
  await page.getByRole('group', { name: 'Source' }).getByText('Program').click();
  await page.getByRole('button', { name: 'Add stream' }).click();
  await expect(page.getByText('This event has a program already')).toBeVisible();
  await expect(card).toHaveCount(1);
});

test('a camera is pulled from an address, which is shown without its password', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Town Hall');
  await page.goto(`/events/${id}`);
  await page.getByText('Pull an address', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Address to pull' }).fill('http://cam.invalid/live.ts');
  await page.getByRole('button', { name: 'Try the address' }).click();
  await expect(page.getByText('The host name in the address does not exist.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Address to pull' }).fill('rtsp://user:secret@cam.example.com/1');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByTestId('stream-card');
  await card.getByRole('button', { name: 'Show connection details' }).click();
  const shown = card.getByRole('textbox', { name: 'Pulled from, without password' });
  await expect(shown).toHaveValue('rtsp://cam.example.com/1');
  await card.getByRole('button', { name: 'Change address' }).click();
  await card.getByRole('textbox', { name: 'Address to pull' }).fill('srt://cam.example.com:9000?passphrase=0123456789');
  await card.getByRole('button', { name: 'Save address' }).click();
  await expect(shown).toHaveValue('srt://cam.example.com:9000');
});

test('eight cameras are added at once; all are turned on, and off after one question', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await member.addStream(id, 'Camera 2');
  await page.goto(`/events/${id}`);
  const cards = page.getByTestId('stream-card');
  await expect(cards).toHaveCount(1);
  await page.getByText('RTMP', { exact: true }).click();
  await page.getByRole('button', { name: 'Add 8 cameras' }).click();
  await expect(cards).toHaveCount(9);
  const added = await member.call('GET /streams', { query: { event_id: id } });
  expect(added.map(({ attributes }) => attributes.source_kind)).toEqual(['srt', ...Array(8).fill('rtmp')]);
  expect(await cards.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
    [2, 1, 3, 4, 5, 6, 7, 8, 9].map((number) => `Camera ${number}`),
  );
  await expect(page.getByRole('textbox', { name: 'Stream name' })).toHaveValue('Camera 10');

  await test.step('many cameras are searched, narrowed, listed and opened by key', async () => {
    await page.getByRole('button', { name: 'Add 8 cameras' }).click();
    await expect(cards).toHaveCount(17);
    await expect(page.getByRole('heading', { name: 'Off 17' })).toBeVisible();
    const place = async () => (await cards.nth(1).getByRole('heading').boundingBox())?.y;
    const before = await place();
    await cards.nth(0).getByRole('button', { name: 'Show connection details' }).click();
    const details = page.getByRole('region', { name: 'Connection of Camera 2' });
    await expect(details).toBeVisible();
    expect(await place(), 'the details are below the row').toBe(before);
    await cards.nth(0).getByRole('button', { name: 'Hide connection details' }).click();

    await page.getByText('List', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Off 17' })).toHaveCount(0);
    await expectAccessible(page, 'a list of cameras');
    await page.getByText('Trouble 0').click();
    await expect(page.getByText('No camera here matches.')).toBeVisible();
    await page.getByText('Off 17').click();
    await page.keyboard.press('/');
    await page.keyboard.type('camera 12');
    await expect(cards).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(cards).toHaveCount(17);

    await page.keyboard.press('3');
    const tile = (name: string) => page.getByRole('button', { name: `Show ${name} full size` });
    await expect(tile('Camera 3')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Cameras' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('12');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page, 'the cameras of a multiview');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(tile('Camera 12')).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`/events/${id}`);
    await page.getByText('Cards', { exact: true }).click();
  });

  // Nine workers at once are for the benchmarks.
  const streams = await member.call('GET /streams', { query: { event_id: id } });
  for (const stream of streams.slice(2)) await member.call('DELETE /streams/{id}', { params: { id: stream.id } });
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'All on' }).click();
  await expect(page.getByRole('switch', { name: /: On$/ })).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'All on' })).toBeDisabled();
  await page.getByRole('button', { name: 'All off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Turn off 2 cameras?' });
  await question.getByRole('button', { name: 'All off' }).click();
  await expect(page.getByRole('switch', { name: /: Off$/ })).toHaveCount(2);

  await test.step('alarms of all cameras, and a changeover', async () => {
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('menuitem', { name: 'Alarms of all cameras' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alarms of all cameras' });
    await dialog.getByRole('checkbox', { name: 'No sound' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(more).toBeFocused();
    const alarms = await member.call('GET /streams', { query: { event_id: id } });
    for (const { attributes } of alarms) expect(attributes.alarms).toMatchObject({ silent: { is_on: false } });
    await more.click();
    await page.getByRole('menuitem', { name: 'Mute alarms for 10 min' }).click();
    await expect(page.getByText(/^Alarms are quiet until /)).toBeVisible();
    await page.getByRole('button', { name: 'End the quiet of alarms' }).click();
    await expect(page.getByText(/^Alarms are quiet until /)).toHaveCount(0);
  });

  await test.step('players in step', async () => {
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('menuitem', { name: 'Keep players in step' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep players in step' });
    await dialog.getByRole('checkbox', { name: 'Keep players in step' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    // Without a live camera the usual delay is proposed.
    await expect(dialog.getByLabel('Delay from capture (ms)')).toHaveValue('500');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });

  await page.route(new RegExp(`${streams[0]?.id}/start$`), (route) => route.fulfill({ status: 500, json: {} }));
  await expectRouted(page);
  await page.getByRole('button', { name: 'All on' }).click();
  await expect(page.getByText('1 of 2 cameras: Failed to start stream')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('switch', { name: /: On$/ })).toHaveCount(1, { timeout: 30_000 });
});

test('every field has Copy; on localhost the address says so, and a QR code enters it all into Larix', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const stream = await member.addStream(id, 'Camera & 1');
  await page.route(/\/lan_addresses$/, (route) => route.fulfill({ json: { data: ['192.168.1.20', '10.0.0.7'] } }));
  await page.goto(`/events/${id}`);
  const card = page.getByTestId('stream-card');
  await card.getByRole('button', { name: 'Show connection details' }).click();
  await expect(card.getByText('These addresses say 127.0.0.1, which only this machine can reach.')).toBeVisible();
  await card.getByRole('tab', { name: 'Larix' }).click();
  await expect(card.getByText('A phone cannot reach 127.0.0.1')).toBeVisible();
  await card.getByText('192.168.1.20', { exact: true }).click();
  const ingest = card.getByRole('textbox', { name: 'Ingest address' });
  await expect(ingest).toHaveValue(/^srt:\/\/192\.168\.1\.20:\d+\?/);
  await expect(card.getByRole('textbox', { name: 'View address' })).toHaveValue(/^srt:\/\/192\.168\.1\.20:/);
  await expect(card.getByRole('img', { name: 'QR code for Larix' })).toBeVisible();
  const link = (await card.getByRole('link', { name: 'Open in Larix' }).getAttribute('href')) ?? '';
  expect(new URL(link).searchParams.get('conn[][url]')).toBe(`srt://192.168.1.20:${process.env.E2E_INGEST_PORT}`);
  expect(new URL(link).searchParams.get('conn[][srtstreamid]')).toBe(stream.attributes.stream_key);

  for (const [encoder, labels] of [
    ['OBS', ['Server']],
    ['Larix', ['URL', 'streamid', 'Latency (ms)']],
    ['vMix', ['Hostname', 'Port', 'Latency', 'Stream ID']],
    ['ffmpeg', ['Command']],
  ] as const) {
    await card.getByRole('tab', { name: encoder }).click();
    for (const label of labels) {
      const panel = card.getByRole('tabpanel');
      await panel.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
      const value = await panel.getByRole('textbox', { name: label, exact: true }).inputValue();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    }
  }
  await page.reload();
  await card.getByRole('button', { name: 'Show connection details' }).click();
  await expect(ingest, 'the choice stays').toHaveValue(/^srt:\/\/192\.168\.1\.20:/);
});

test('an event without a room shows that there is no live preview', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await removeRoom(page);
  await page.goto(`/events/${id}`);
  // It says so, too, while the event has not come yet, and cannot have focus then.
  const badge = page.getByText('Preview offline').and(page.locator('[tabindex="0"]'));
  await expect(badge).toBeVisible();
  await badge.focus();
  await expect(page.getByRole('tooltip', { name: 'Live preview unavailable' })).toBeVisible();
});

test('all cards share one room connection; video out of view stops after 3 s, and resumes at once', async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  const addresses = await addCameras(member, id, 4, 2);
  const camera = startBarcodeCamera({ urls: addresses });
  try {
    const rooms = countRoomConnections(page);
    await page.setViewportSize({ width: 390, height: 760 });
    await page.goto(`/events/${id}`);
    const video = page.getByRole('article', { name: 'Camera 1', exact: true }).getByTestId('preview-video');
    await expect(video).toBeVisible({ timeout: 20_000 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.mouse.wheel(0, height);
    await page.waitForTimeout(1_500);
    await expect(video, 'looking away briefly stops nothing').toHaveCount(1);
    await expect(video).toHaveCount(0, { timeout: 5_000 });
    await page.mouse.wheel(0, -height);
    await expect(video).toBeVisible();
    expect(rooms()).toBe(1);
  } finally {
    camera.stop();
  }
});
