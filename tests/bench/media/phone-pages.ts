import type { Browser, BrowserContext, Page } from '@playwright/test';
import { devices } from '@playwright/test';
import type { Show } from '../support/show';

/** Browser arguments with which pages get a camera and a microphone that nobody has to allow. */
export const fakeDevices = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** Pages of phones, which become cameras of a show by an invite. */
export const openPhones = (browser: Browser): Promise<BrowserContext> => browser.newContext({ ...devices['Pixel 7'] });

/** Opens an invite's link and presses Start. @returns the page, and when it was pressed by Date.now() */
export async function joinByLink(
  phones: BrowserContext,
  show: Show,
  path: string,
): Promise<{ page: Page; pressedMs: number }> {
  const page = await phones.newPage();
  await page.goto(`${show.baseUrl}${path}`);
  await page.getByLabel('Your name').fill('Grace');
  const pressedMs = Date.now();
  await page.getByRole('button', { name: 'Start camera' }).click();
  return { page, pressedMs };
}
