import { expect } from '@playwright/test';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';

const minuteMs = 60_000;

// The end before the start.
test.use({ expectedFaults: refusedRequest });

/** As a field of date and time takes it, in this machine's time zone, which is the browser's. */
function localMinute(atMs: number): string {
  const date = new Date(atMs);
  return new Date(atMs - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

test('an event’s times are set on its page, and the multiview counts down to them', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await page.goto(`/events/${id}`);
  const startsAtMs = Date.now() + 90 * minuteMs;

  await test.step('an end before the start is refused, in words', async () => {
    await page.getByRole('button', { name: 'Set times' }).click();
    const dialog = page.getByRole('dialog', { name: 'Event times' });
    await dialog.getByLabel('Starts').fill(localMinute(startsAtMs));
    await dialog.getByLabel('Ends').fill(localMinute(startsAtMs - 30 * minuteMs));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The end must be after the start.');
    await dialog.getByLabel('Ends').fill(localMinute(startsAtMs + 120 * minuteMs));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the page says them, and the dialog has them when it opens again', async () => {
    const times = page.getByRole('button', { name: /^Event times: .*\d:\d\d.*\d:\d\d/ });
    await times.click();
    await expect(page.getByRole('dialog').getByLabel('Starts')).toHaveValue(localMinute(startsAtMs));
    await page.keyboard.press('Escape');
    await expect(times).toBeFocused();
  });

  await page.goto(`/events/${id}/multiview`);
  const countdown = page.getByTestId('countdown');
  await page.mouse.move(300, 300);
  await expect(countdown).toHaveText(/^Starts in 1:(28|29):\d\d$/);
  const say = async (attributes: object, expected: RegExp) => {
    await member.call('PATCH /events/{id}', { params: { id }, body: { event: attributes } });
    await page.mouse.move(200, 300);
    await page.mouse.move(300, 300);
    await expect(countdown).toHaveText(expected);
  };
  await say({ starts_at: new Date(Date.now() - minuteMs).toISOString() }, /^Ends in 3:2\d:\d\d$/);
  await say({ ends_at: null }, /^On for 0:0\d:\d\d$/);
  await say({ starts_at: new Date(Date.now() + 50 * 60 * minuteMs).toISOString() }, /^Starts in 2 d 1:59:\d\d$/);

  await test.step('the bar is one line on a laptop, with the countdown and a recording', async () => {
    await addCameras(member, id, 1, 1);
    await member.call('POST /events/{id}/recording', { params: { id } });
    await page.setViewportSize({ width: 1440, height: 900 });
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('button', { name: 'Stop recording' })).toBeAttached();
    // The bar slides away without input, and has no countdown then.
    const shownHeight = async () => {
      await page.mouse.move(200, 300);
      await page.mouse.move(300, 300);
      const isWhole = (await countdown.count()) === 1;
      return isWhole ? ((await bar.boundingBox())?.height ?? 0) : 0;
    };
    await expect.poll(shownHeight).toBeGreaterThan(0);
    expect(await shownHeight()).toBeLessThan(50);
    await member.call('DELETE /events/{id}/recording', { params: { id } });
  });
  await member.call('PATCH /events/{id}', { params: { id }, body: { event: { starts_at: null } } });
  await expect(countdown).toHaveCount(0);
});
