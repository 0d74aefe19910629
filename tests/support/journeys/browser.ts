import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '@/scripts/find-browser.mjs';

/** How tests start Chromium: media plays without a click, and only the page's own servers are contacted. */
export async function browserLaunch(): Promise<LaunchOptions> {
  const executablePath = await findBrowser();
  if (!executablePath)
    throw new Error('There is no Chromium: run `npm test` once, which gets one, or set CHROMIUM_PATH.');
  return {
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  };
}
