import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { expectAccessible } from './expect-accessible';
import type { Member } from './steps';

/** Generous: the fake camera is encoded on a machine that is shared. */
export const patience = { timeout: 30_000 };

/** How many frames a video has shown. */
const framesOf = (video: Locator): Promise<number> =>
  video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

/** Waits until a video shows new frames. */
export async function expectMoving(video: Locator): Promise<void> {
  await expect(video.first()).toBeVisible(patience);
  const before = await framesOf(video.first());
  await expect.poll(() => framesOf(video.first()), patience).toBeGreaterThan(before + 10);
}

/** Axe finds nothing on the narrowest phone, upright and sideways, and nothing is cut off. */
export async function expectAccessibleOnPhones(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 568, height: 320 },
    { width: 1180, height: 820 },
  ]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, `${name}, ${viewport.width}×${viewport.height}`);
    const beyond = await page.evaluate(() => {
      const isInView = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      };
      const shown = [...document.querySelectorAll('main button, main select, [data-testid="camera-state"]')];
      return shown
        .filter((element) => !isInView(element))
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent);
    });
    expect(beyond, `${name}, ${viewport.width}×${viewport.height}: outside of the screen`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

/** Makes a camera invite. */
export async function invite(member: Member, eventId: string, max_uses = 1): Promise<CameraInviteJson> {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { camera_invite: { label: 'Balcony', max_uses, expires_at } };
  return member.call('POST /events/{id}/camera_invites', { params: { id: eventId }, body });
}

/** Becomes a camera by an invite's link on a phone of its own. */
export async function openPhone(context: BrowserContext, link: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByLabel('Your name').fill('Grace');
  await phone.getByRole('button', { name: 'Start camera' }).click();
  await expectMoving(phone.getByTestId('camera-preview'));
  return phone;
}
