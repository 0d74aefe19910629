import type { Browser } from '@playwright/test';
import { until } from '../../support/until';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { joinByLink, openMultiview, openPhones } from './phone-pages';

/** Measures how soon a phone's picture moves on the multiview after the person presses Start, one phone after the other. */
export async function measureJoins(browser: Browser, show: Show, count: number): Promise<void> {
  const context = await browser.newContext();
  const multiview = await openMultiview(context, show);
  const video = multiview.getByTestId('preview-video');
  const frames = () =>
    video.evaluateAll((videos) =>
      videos.reduce((sum, each) => sum + (each as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames, 0),
    );
  const phones = await openPhones(browser);
  const times: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { page, pressedMs } = await joinByLink(phones, show, await show.invitePhones(`Phone ${number}`, 1));
    await until('the picture moves on the multiview', async () => (await frames()) > 1, { timeoutMs: 60_000 });
    times.push(Date.now() - pressedMs);
    await page.close();
    await show.removeCameras();
    await until('the multiview is empty', async () => (await video.count()) === 0, { timeoutMs: 30_000 });
  }
  const ms = (value: number) => String(Math.round(value));
  head('link to picture', 'phones', 'p50 ms', 'p95 ms', 'max ms', 'load');
  const [median, high, max] = [0.5, 0.95, 1].map((part) => ms(quantile(times, part)));
  row('pressed, to a moving picture on the multiview', String(count), median ?? '', high ?? '', max ?? '', load());
  await Promise.all([phones.close(), context.close()]);
}
