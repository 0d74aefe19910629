import { devices, expect, type Locator, type Page } from '@playwright/test';
import { handedOverSentence } from '@/lib/contracts/hand-over';
import { browserLaunch } from '../support/journeys/browser';
import { expectAccessible } from '../support/journeys/expect-accessible';
import { expectAccessibleOnPhones, expectMoving, invite, openPhone, patience } from '../support/journeys/phones';
import { serverAndLivekitAway, test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';
import { childOf } from '../support/product/processes';

const launch = await browserLaunch();

// Each has phones and an event of its own. Together they take longer than any other file, and would be the last to end.
test.describe.configure({ mode: 'parallel' });

test.use({
  launchOptions: {
    ...launch,
    args: [...(launch.args ?? []), '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  },
  // A phone that is offline or revoked is refused, and says so.
  expectedFaults: serverAndLivekitAway,
});

const centerOf = async (thing: Locator): Promise<number> => {
  const box = await thing.boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
};

test('a scanned link makes a phone a camera of the multiview, and it comes back from whatever happens to it', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(300_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Harvest Festival');
  await page.goto(`/events/${event.id}`);
  const dialog = page.getByRole('dialog');
  const link = await test.step('a member makes an invite, and shows its code', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Invite a phone' }).click();
    await dialog.getByRole('button', { name: 'New invite' }).click();
    await dialog.getByLabel('Label').fill('Balcony');
    await expectAccessible(page, 'invite-new');
    await dialog.getByRole('button', { name: 'Create invite' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code of the invite Balcony' })).toBeVisible();
    await expectAccessible(page, 'invite-code');
    return dialog.getByRole('textbox', { name: 'invite Balcony' }).inputValue();
  });

  const phones = await browser.newContext({ ...devices['Pixel 7'] });
  const requests: string[] = [];
  phones.on('request', (request) => requests.push(request.url()));
  const phone = await phones.newPage();
  const preview = phone.getByTestId('camera-preview');
  const state = phone.getByTestId('camera-state');
  const multiview = await context.newPage();
  const picture = multiview.getByTestId('multiview-tile').getByTestId('preview-video');

  await test.step('the phone says who invites to what', async () => {
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Film Harvest Festival' })).toBeVisible();
    await expect(phone.getByText('Ada Lovelace invites you')).toBeVisible();
    await expectAccessible(phone, 'camera-invitation');
  });
  await test.step('one press, and its picture is on the multiview', async () => {
    await multiview.goto(`/events/${event.id}/multiview`);
    await phone.getByLabel('Your name').fill('Grace');
    await phone.getByRole('button', { name: 'Start camera' }).click();
    await expectMoving(preview);
    await expectMoving(picture);
    await expect(state).toHaveText('Ready', patience);
    await expectAccessibleOnPhones(phone, 'camera');
  });
  const [stream] = await member.call('GET /streams', { query: { event_id: event.id } });
  await member.call('POST /streams/{id}/recording', { params: { id: stream?.id ?? '' } });
  await test.step('it films 1080p when its person wants that', async () => {
    const fullHd = phone.getByRole('button', { name: '1080p' });
    await fullHd.click();
    await expect(fullHd).toHaveAttribute('aria-pressed', 'true');
    const filmed = () => preview.evaluate((video) => (video as HTMLVideoElement).videoHeight);
    await expect.poll(filmed, patience).toBe(1080);
    await expectMoving(picture);
    await fullHd.click();
    await expect.poll(filmed, patience).toBe(720);
    await expectMoving(picture);
  });
  await test.step('it fills the screen, and a key or a switch reaches each of its buttons', async () => {
    const fill = phone.getByRole('button', { name: 'Fill the screen and hold its orientation' });
    await fill.focus();
    await phone.keyboard.press('Enter');
    await expect(fill).toHaveAttribute('aria-pressed', 'true');
    await phone.keyboard.press('Tab');
    await expect(phone.getByRole('button', { name: 'Dim the screen' })).toBeFocused();
    await fill.press('Enter');
    await expect(fill).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('the list of invites says that it has joined', async () => {
    await dialog.getByRole('button', { name: 'All invites' }).click();
    await expect(dialog.getByText('1 of 1 phone joined')).toBeVisible();
  });
  await test.step('the crew board shows it, and the director’s words reach it', async () => {
    const board = await context.newPage();
    await board.goto(`/events/${event.id}/crew`);
    const row = board.getByTestId('crew-member');
    await expect(row.getByText('Grace', { exact: true })).toBeVisible();
    await expect(row.getByText('Now', { exact: true })).toBeVisible(patience);
    await row.getByRole('textbox', { name: 'Message to Grace' }).fill('Closer to the singer');
    await row.getByRole('button', { name: 'Send: Message to Grace' }).click();
    await expect(row.getByText('Not seen yet: Closer to the singer')).toBeVisible();
    await expect(phone.getByRole('main').getByRole('alert')).toHaveText('Closer to the singer');
    await expectAccessible(phone, 'camera-message');
    await phone.getByRole('button', { name: 'Got it' }).click();
    await expect(phone.getByText('Closer to the singer')).toHaveCount(0);
    await expect(row.getByText('Seen: Closer to the singer')).toBeVisible();
    await phone.getByRole('button', { name: 'Mute the microphone' }).click();
    await expect(row.getByText('Microphone muted on the phone')).toBeVisible(patience);
    await phone.getByRole('button', { name: 'Mute the microphone' }).click();
    await expect(row.getByText('Microphone muted on the phone')).toHaveCount(0, patience);
    await phone.getByRole('button', { name: 'Text to the director' }).click();
    await expect(phone.getByRole('textbox', { name: 'Your own text' })).toBeVisible(patience);
    await expectAccessibleOnPhones(phone, 'camera-answers');
    await phone.getByRole('button', { name: 'Battery is low' }).click();
    await expect(row.getByText('Battery is low')).toBeVisible(patience);
    await expectAccessible(board, 'crew');
    await board.close();
  });
  await test.step('a person who stops filming is asked first, and films again by one press', async () => {
    await phone.getByRole('button', { name: 'Stop filming' }).click();
    const question = phone.getByRole('alertdialog');
    await expectAccessible(phone, 'camera-stop');
    await question.getByRole('button', { name: 'Stop filming' }).click();
    await expect(phone.getByRole('heading', { name: 'You have stopped filming' })).toBeVisible();
    await expectAccessible(phone, 'camera-stopped');
    const status = async () =>
      (await member.call('GET /streams/{id}', { params: { id: stream?.id ?? '' } })).attributes.status;
    await expect.poll(status, patience).toBe('stopped');
    await phone.reload();
    await phone.getByRole('button', { name: 'Film again' }).click();
    await expectMoving(preview);
    await expect(state).toHaveText('Ready', patience);
    await expectMoving(picture);
  });
  await test.step('a camera that is taken away, of which every flag says that it is live, is asked for again', async () => {
    const killed = await preview.evaluate((element) => {
      const [track] = ((element as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
      // Stopping fires no event, and so does a call on a phone.
      track?.stop();
      return track?.id;
    });
    const present = () =>
      preview.evaluate((element) => ((element as HTMLVideoElement).srcObject as MediaStream).getVideoTracks()[0]?.id);
    await expect.poll(present, patience).not.toBe(killed);
    await expectMoving(preview);
    await expectMoving(picture);
  });
  await test.step('a phone that was offline is back', async () => {
    await phones.setOffline(true);
    await phone.waitForTimeout(4_000);
    await phones.setOffline(false);
    await expect(state).toHaveText('Ready', patience);
    await expectMoving(picture);
  });
  await test.step('a page that is loaded again is the same camera, without a question', async () => {
    await phone.reload();
    await expectMoving(preview);
    await expect(state).toHaveText('Ready', patience);
    await expectMoving(picture);
    await expect(multiview.getByTestId('multiview-tile')).toHaveCount(1);
  });
  await test.step('Off tells the phone so, and On brings it back', async () => {
    await member.call('POST /streams/{id}/stop', { params: { id: stream?.id ?? '' } });
    await expect(state).toHaveText('Off', patience);
    await member.call('POST /streams/{id}/start', { params: { id: stream?.id ?? '' } });
    await expect(state).toHaveText('Ready', patience);
    await expectMoving(picture);
  });
  await test.step('its incidents, its recording and its report are like those of any camera', async () => {
    await phone.goto('about:blank');
    const history = async () => {
      const incidents = await member.call('GET /streams/{id}/incidents', { params: { id: stream?.id ?? '' } });
      return incidents.map(({ attributes: { message } }) => message);
    };
    await expect.poll(history, patience).toContainEqual(expect.stringMatching(/^Camera lost: /));
    await phone.goto(link);
    await expect(state).toHaveText('Ready', patience);
    await expect.poll(history, patience).toContainEqual(expect.stringMatching(/^Camera back after /));
    const recordings = await member.call('GET /events/{id}/recordings', { params: { id: event.id } });
    expect(recordings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ attributes: expect.objectContaining({ camera_name: 'Balcony' }) }),
      ]),
    );
    const read = () => member.call('GET /events/{id}/report', { params: { id: event.id } });
    await expect
      .poll(
        async () => (await read())?.attributes.cameras.map(({ name, outages }) => [name, outages.length > 0]),
        patience,
      )
      .toEqual([['Balcony', true]]);
  });
  await test.step('the screen can be dimmed', async () => {
    await phone.getByRole('button', { name: 'Dim the screen' }).click();
    await expect(phone.getByText('Filming. Tap to brighten.')).toBeVisible();
    await expectMoving(picture);
    await phone.getByRole('button', { name: 'Brighten the screen' }).click();
  });
  await test.step('revoked means out within 2 s, and not back in', async () => {
    await dialog.getByRole('button', { name: 'Revoke Balcony' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(phone.getByRole('heading', { name: 'This camera link does not work' })).toBeVisible();
    await expect(phone.getByText('This invite was revoked.')).toBeVisible();
    await expectAccessible(phone, 'camera-refused');
    await phone.reload();
    await expect(phone.getByText('This invite was revoked.')).toBeVisible();
    const secret = link.split('#')[1] ?? '';
    expect(requests.filter((url) => url.includes(secret))).toEqual([]);
  });
  await phones.close();
});

test('a code hands the camera to another phone, and its tile goes on', async ({ page, context, browser }) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Empty Battery');
  const { attributes } = await invite(member, event.id);
  const [firsts, seconds] = [
    await browser.newContext({ ...devices['Pixel 7'] }),
    await browser.newContext({ ...devices['Pixel 7'] }),
  ];
  const first = await openPhone(firsts, attributes.path ?? '');
  await page.goto(`/events/${event.id}/multiview`);
  const tile = page.getByTestId('multiview-tile');
  await expectMoving(tile.getByTestId('preview-video'));
  const before = await tile.getByTestId('tile-label').textContent();
  const code = await test.step('the first phone shows a code', async () => {
    await first.getByRole('button', { name: 'Stop filming' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Hand to another phone' }).click();
    return (await first.getByTestId('hand-over-code').textContent()) ?? '';
  });
  await test.step('the second phone types it, and films', async () => {
    const second = await seconds.newPage();
    await second.goto('/camera');
    await second.getByLabel('Code').fill(code);
    await second.getByRole('button', { name: 'Continue' }).click();
    await second.getByLabel('Your name').fill('Mary');
    await second.getByRole('button', { name: 'Start camera' }).click();
    await expectMoving(second.getByTestId('camera-preview'));
    await expect(second.getByTestId('camera-state')).toHaveText('Ready', patience);
  });
  await test.step('the first phone is out, and says why', async () => {
    await expect(first.getByRole('heading', { name: 'You no longer film here' })).toBeVisible(patience);
    await expect(first.getByText(handedOverSentence)).toBeVisible();
    // Nothing films any more, so what moves is the second phone's.
    await firsts.close();
  });
  await test.step('the director’s tile goes on with the same name and number', async () => {
    await expectMoving(tile.getByTestId('preview-video'));
    await expect(tile).toHaveCount(1);
    await expect(tile.getByTestId('tile-label')).toHaveText(before ?? '');
  });
  await seconds.close();
});

/** The loudest of what the audio elements of a page play within a second and a half, from 0 to 1; null without any. */
const loudnessOf = (page: Page, selector: string): Promise<number | null> =>
  page.evaluate(async (selector) => {
    const [player] = document.querySelectorAll<HTMLAudioElement>(selector);
    if (!player || player.muted || !(player.srcObject instanceof MediaStream)) return null;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(player.srcObject).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    const endMs = performance.now() + 1_500;
    while (performance.now() < endMs) {
      analyser.getFloatTimeDomainData(samples);
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await context.close();
    return loudest;
  }, selector);

test('the director speaks to one phone or to all, and a phone answers', async ({ page, context, browser }) => {
  test.setTimeout(300_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Talking Show');
  const phones = await browser.newContext({ ...devices['Pixel 7'] });
  const link = async (label: string) => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { camera_invite: { label, max_uses: 1, expires_at } };
    const made = await member.call('POST /events/{id}/camera_invites', { params: { id: event.id }, body });
    return made.attributes.path ?? '';
  };
  const balcony = await openPhone(phones, await link('Balcony'));
  const stage = await openPhone(phones, await link('Stage'));
  const director = 'audio[data-voice^="director-"]';
  const crew = 'audio[data-voice^="crew-"]';
  await page.goto(`/events/${event.id}/crew`);
  await page.getByRole('button', { name: 'Talkback' }).press('Enter');
  const panel = page.getByRole('region', { name: 'Talkback' });
  const hold = panel.getByRole('button', { name: 'Hold to talk' });
  // Two phones and the board's pictures of them are encoded and decoded here, beside the talkback.
  await expect(panel.getByRole('button', { name: 'Stage' })).toBeVisible({ timeout: 90_000 });
  await expect(hold).toBeEnabled(patience);
  await expectAccessible(page, 'talkback');
  const speaks = balcony.getByText('The director speaks. Your microphone is off.');

  await test.step('one phone hears the director, and another one is given nothing', async () => {
    await panel.getByRole('button', { name: 'Balcony' }).press('Enter');
    await page.keyboard.down('t');
    await expect(panel.getByTestId('talkback-state')).toHaveText('Talking to Balcony');
    await expect(speaks).toBeVisible(patience);
    await expect.poll(() => loudnessOf(balcony, director), patience).toBeGreaterThan(0.01);
    // Its page asks for every director's voice, as a client that somebody has changed would.
    expect(await loudnessOf(stage, director)).toBeNull();
    await expectAccessible(balcony, 'camera-talkback');
    await page.keyboard.up('t');
    await expect(speaks).toHaveCount(0);
  });
  await test.step('a press on a phone’s picture speaks to that phone while it lasts', async () => {
    const picture = page
      .getByRole('list', { name: 'Crew' })
      .getByRole('listitem')
      .filter({ hasText: 'Balcony' })
      .getByRole('button', { name: 'Talk to Grace' });
    await panel.getByRole('button', { name: 'All phones' }).press('Enter');
    await picture.hover();
    await page.mouse.down();
    await expect(panel.getByTestId('talkback-state')).toHaveText('Talking to Balcony', patience);
    await expect(picture).toHaveText('Talking');
    await expect(speaks).toBeVisible(patience);
    await page.mouse.up();
    await expect(picture).toHaveText('Talk');
    await expect(speaks).toHaveCount(0);
  });
  await test.step('all phones hear the director', async () => {
    await panel.getByRole('button', { name: 'All phones' }).press('Enter');
    await hold.focus();
    await page.keyboard.down(' ');
    for (const phone of [balcony, stage]) {
      await expect.poll(() => loudnessOf(phone, director), patience).toBeGreaterThan(0.01);
    }
    await page.keyboard.up(' ');
    await expect(stage.getByText('The director speaks.')).toHaveCount(0);
  });
  await test.step('a phone answers, with its camera’s name on the board, and no other phone hears it', async () => {
    const answer = balcony.getByRole('button', { name: 'Hold to talk' });
    await answer.hover();
    await balcony.mouse.down();
    await expect(balcony.getByText('The director hears you. The show does not.')).toBeVisible();
    await expect(panel.getByTestId('talkback-state')).toHaveText('Balcony speaks', patience);
    await expect(page.getByTestId('talk-mark')).toHaveCount(1);
    await expect.poll(() => loudnessOf(page, crew), patience).toBeGreaterThan(0.01);
    expect(await loudnessOf(stage, crew)).toBeNull();
    await balcony.mouse.up();
    await expect(page.getByTestId('talk-mark')).toHaveCount(0);
  });
  await test.step('a phone sees a camera that the director sends back, and hears it by headphones, quieter while somebody speaks', async () => {
    await panel.getByRole('combobox', { name: 'Send to phones' }).selectOption('Stage');
    await expectMoving(balcony.getByTestId('show-picture'));
    const show = 'audio[data-show]';
    expect(await loudnessOf(balcony, show)).toBeNull();
    await balcony.getByRole('button', { name: 'I wear headphones' }).click();
    await expect.poll(() => loudnessOf(balcony, show), patience).toBeGreaterThan(0.01);
    const volume = () => balcony.locator(show).evaluate((player) => (player as HTMLAudioElement).volume);
    expect(await volume()).toBe(1);
    await page.keyboard.down('t');
    await expect.poll(volume, patience).toBeLessThan(0.2);
    await expect(balcony.getByText('The director speaks.', { exact: true })).toBeVisible();
    await page.keyboard.up('t');
    await expect.poll(volume, patience).toBe(1);
    // Nobody sees themselves late.
    await expect(stage.getByTestId('show-picture')).toHaveCount(0);
    await expectAccessible(balcony, 'camera-show');
    await panel.getByRole('combobox', { name: 'Send to phones' }).selectOption('Nothing');
    await expect(balcony.getByTestId('show-picture')).toHaveCount(0, patience);
  });
  await test.step('a phone is on the map while its person shares where it is, and others where a member puts them', async () => {
    await phones.grantPermissions(['geolocation']);
    await phones.setGeolocation({ latitude: 47.37, longitude: 8.54, accuracy: 14 });
    const pin = balcony.getByRole('button', { name: 'Share your position with the director' });
    await pin.click();
    const marker = page.getByRole('button', { name: 'Balcony, within 14 m' });
    await expect(marker).toBeVisible(patience);
    await page.getByRole('button', { name: 'Put on the map' }).click();
    await page.getByRole('menuitem', { name: 'Stage' }).click();
    const placed = page.getByRole('button', { name: 'Stage, move it with the arrow keys' });
    await placed.press('ArrowRight');
    const toTheRight = async () => (await centerOf(placed)) - (await centerOf(marker));
    await expect.poll(toTheRight).toBeGreaterThan(10);
    await expectAccessible(page, 'crew-map');
    await pin.click();
    await expect(marker).toHaveCount(0, patience);
    await expect(placed).toBeVisible();
  });
  await phones.close();
});

test('a link that is cut off, or empty, says what to do', async ({ page }) => {
  await page.goto('/camera#incomplete');
  await expect(
    page.getByText('This link does not work. Check that it is complete, or ask for a new one.'),
  ).toBeVisible();
  await page.goto('about:blank');
  await page.goto('/camera');
  await expect(page.getByText('This link is not complete. Copy all of it, or scan the code again.')).toBeVisible();
});

test('a page without https says what to do next, and hands the camera to another app', async ({
  page,
  context,
  browser,
}) => {
  const member = await Member.signUp(context);
  const event = await member.createEvent('Harvest Festival');
  const { id, attributes } = await invite(member, event.id);
  const guests = await browser.newContext({ ...devices['Pixel 7'] });
  const phone = await guests.newPage();
  await phone.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await phone.goto(attributes.path ?? '');
  await expect(phone.getByRole('heading', { name: 'This link needs https' })).toBeVisible();
  await expect(phone.getByText('docs/tls.md')).toBeVisible();
  await phone.getByLabel('Your name').fill('Grace');
  await phone.getByRole('button', { name: 'Use another app' }).click();
  const key = await phone.getByRole('textbox', { name: 'Stream ID' }).inputValue();
  const larix = phone.getByRole('link', { name: 'Open in Larix' });
  await expect(larix).toHaveAttribute('href', new RegExp(`^larix://set/v1.*srtstreamid]=${key}`));
  await expectAccessible(phone, 'a camera by Larix');
  await phone.getByRole('button', { name: 'Use an RTMP address instead' }).click();
  await expect(phone.getByRole('textbox', { name: 'RTMP server' })).toHaveValue(/^rtmp:\/\/.*\/live$/);
  await expect(phone.getByRole('textbox', { name: 'Stream key' })).toHaveValue(key);
  await phone.getByRole('button', { name: 'Use a WHIP address instead' }).click();
  const address = await phone.getByRole('textbox', { name: 'WHIP address' }).inputValue();
  const offer = { headers: { 'content-type': 'application/sdp' }, data: 'nonsense' };
  await expect
    .poll(async () => (await page.request.post(address, offer)).status(), 'LiveKit reads the offer')
    .toBe(400);
  await phone.reload();
  await expect(phone.getByRole('textbox', { name: 'WHIP address' })).toHaveValue(address);
  await expectAccessible(phone, 'a camera by another app');
  await member.call('DELETE /camera_invites/{id}', { params: { id } });
  expect((await page.request.post(address, offer)).status()).toBe(410);
  await guests.close();
});

test('a phone is back by itself after web and livekit-server are killed', { tag: '@alone' }, async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Rough Night');
  const { attributes } = await invite(member, event.id);
  const phones = await browser.newContext({ ...devices['Pixel 7'] });
  const phone = await openPhone(phones, attributes.path ?? '');
  await page.goto(`/events/${event.id}/multiview`);
  const picture = page.getByTestId('multiview-tile').getByTestId('preview-video');
  await expectMoving(picture);
  for (const name of ['livekit', 'web.mjs']) {
    await test.step(`${name} is killed`, async () => {
      const pidOf = () => childOf(Number(process.env.E2E_PRODUCT_PID), name);
      const killed = pidOf();
      process.kill(killed, 'SIGKILL');
      const isReplaced = () => {
        try {
          return pidOf() !== killed;
        } catch {
          return false; // not yet
        }
      };
      await expect.poll(isReplaced, patience).toBe(true);
      await page.waitForTimeout(500);
      await expectMoving(picture);
      await expect(phone.getByTestId('camera-state')).toHaveText('Ready', patience);
    });
  }
  await phones.close();
});
