import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { createEvent, signUp } from '../../support/journeys/steps';

// Sections 1, 3 and 6 of the specification: for whom it is, and what it keeps.

test('Visitors see a landing page and sign up; users manage events, and each event has streams', async ({ page }) => {
  await test.step('The tagline on the sign-in screen', async () => {
    await page.goto('/login');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(
        page.getByText('Beautifully simple multi-camera livestreaming that works every time.'),
      ).toBeVisible();
    }
    await expect(page.getByText("Don't have access? Ask an admin to invite you.")).toBeVisible();
  });
  await test.step('Public: landing, login, signup, colour preview', async () => {
    for (const path of ['/', '/login', '/signup', '/design-system/colors']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
  await test.step('Sign up (creating a user together with a new organization)', async () => {
    await page.goto('/signup');
    await signUp(page);
  });
  const token = await page.evaluate(() => localStorage.getItem('sl_token'));
  const read = async (path: string) => {
    const response = await page.request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    return response.json();
  };
  await test.step('User: email, first_name, last_name; organization: name', async () => {
    const me = await read('/auth/me');
    expect(me).toMatchObject({
      user: { email: expect.any(String), first_name: 'Ada', last_name: null },
      organization: { name: 'Harbour Church' },
    });
    expect(Object.keys(me.user), 'password is write-only').not.toContain('password');
  });
  await test.step('Event: name, livekit_token, livekit_url, livekit_room_name, is_default', async () => {
    await createEvent(page, 'Gala');
    const { data } = await read(`/events/${page.url().split('/').at(-1)}`);
    expect(data.attributes).toMatchObject({
      name: 'Gala',
      livekit_token: expect.any(String),
      livekit_url: expect.stringMatching(/^wss?:/),
      livekit_room_name: expect.any(String),
      is_default: true,
    });
  });
  await test.step('Stream: its attributes, and a relationship to its event', async () => {
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(page.getByTestId('stream-card')).toBeVisible();
    const { data } = await read('/streams');
    expect(data[0].attributes).toMatchObject({ name: 'Camera 1', status: 'idle', protocol: 'srt' });
    expect(Object.keys(data[0].attributes)).toEqual(
      expect.arrayContaining([
        ...['stream_key', 'participant_identity', 'pod_name', 'pod_ip', 'started_at', 'event_id'],
      ]),
    );
    expect(data[0].relationships.event.data.id).toBe(data[0].attributes.event_id);
  });
});

test('Pricing plans: price by month and by year, and streams', async ({ page }) => {
  await page.goto('/');
  const pricing = page.getByRole('region', { name: 'Pricing' });
  const plans = pricing.getByRole('list').first().locator('> li');
  for (const [index, [name, month, year]] of [
    ['Free Forever', '$0/month', '$0/month'],
    ['Starter', '$20/month', '$160/year'],
    ['Small Event', '$40/month', '$400/year'],
    ['Growth Events', '$160/month', '$1600/year'],
  ].entries()) {
    await pricing.getByText('Monthly', { exact: true }).click();
    await expect(plans.nth(index)).toContainText(name ?? '');
    await expect(plans.nth(index).getByText(month ?? '')).toBeVisible();
    await pricing.getByText('Yearly', { exact: true }).click();
    await expect(plans.nth(index).getByText(year ?? '')).toBeVisible();
  }
});
