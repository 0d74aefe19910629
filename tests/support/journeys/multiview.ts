import { type BrowserContext, expect, type Page } from '@playwright/test';
import { addCameras, Member } from './steps';

export interface MultiviewShape {
  tiles: number;
  /** The share of the screen that tiles cover, in percent. */
  share: number;
  areOnScreen: boolean;
  overlap: boolean;
}

/** The multiview as the page draws it. */
export const readMultiview = (page: Page): Promise<MultiviewShape> =>
  page.evaluate(() => {
    const rects = [...document.querySelectorAll('[data-tile]')]
      .map((tile) => tile.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const area = rects.reduce((sum, { width, height }) => sum + width * height, 0);
    const [right, bottom] = [window.innerWidth + 0.5, window.innerHeight + 0.5];
    return {
      tiles: rects.length,
      share: (100 * area) / (window.innerWidth * window.innerHeight),
      areOnScreen: rects.every(
        (rect) => rect.left > -0.5 && rect.top > -0.5 && rect.right < right && rect.bottom < bottom,
      ),
      overlap: rects.some((one, index) =>
        rects
          .slice(index + 1)
          .some(
            (other) =>
              one.left < other.right - 0.5 &&
              other.left < one.right - 0.5 &&
              one.top < other.bottom - 0.5 &&
              other.top < one.bottom - 0.5,
          ),
      ),
    };
  });

/** Opens the multiview of a new event. @returns its member and its path */
export async function openMultiview(
  context: BrowserContext,
  page: Page,
  cameras: number,
  query = '',
): Promise<[Member, string]> {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await addCameras(member, id, cameras);
  const path = `/events/${id}/multiview`;
  await page.goto(path + query);
  await expect(page.getByTestId('multiview-tile')).toHaveCount(cameras);
  return [member, path];
}

export const tileOf = (page: Page, number: number) =>
  page.getByRole('article', { name: `Camera ${number}`, exact: true });
/** The numbers of the cameras that are shown, in display order. */
export const shownCameras = (page: Page): Promise<string[]> =>
  page.getByTestId('multiview-tile').evaluateAll((tiles) =>
    tiles
      .filter((tile) => tile.clientWidth > 0)
      .map((tile) => ({ name: tile.getAttribute('aria-label') ?? '', box: tile.getBoundingClientRect() }))
      .sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
      .map(({ name }) => name.replace('Camera ', '')),
  );
export const bar = (page: Page) => page.getByRole('banner');
export const untilBarIsHidden = (page: Page) => expect(bar(page)).toHaveCSS('opacity', '0', { timeout: 10_000 });
