import { expect, type Page } from '@playwright/test';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { memberScreens, publicScreens, type Screen } from '../support/journeys/screens';

interface Reached {
  /** Controls that Tab has not reached. */
  missed: string[];
  /** Controls that do not show that they have focus. */
  unseen: string[];
}

/** Presses Tab until it has reached every control that is shown, or has gone around twice. */
async function tabThrough(page: Page): Promise<Reached> {
  const count = await page.evaluate(() => {
    const candidates = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    );
    const controls = [...candidates].filter(
      (element) =>
        element.tabIndex >= 0 &&
        // A list of tabs hands the focus on to the chosen one.
        !element.matches(':disabled, [hidden], [role="tablist"]') &&
        !element.closest('[inert]') &&
        element.checkVisibility() &&
        // Tab reaches only the chosen radio button of a group.
        !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
    );
    const own = window as unknown as { unreached: Set<Element>; unseen: Set<Element> };
    own.unreached = new Set(controls);
    own.unseen = new Set();
    return controls.length;
  });
  for (let press = 0; press < 2 * count + 10; press++) {
    await page.keyboard.press('Tab');
    const isDone = await page.evaluate(() => {
      const own = window as unknown as { unreached: Set<Element>; unseen: Set<Element> };
      const focused = document.activeElement;
      if (!focused || focused === document.body) return false;
      own.unreached.delete(focused);
      const showsFocus = (element: Element | null) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      };
      // Hidden radio buttons and checkboxes show it on their labels, and the multiview's tiles by their frames.
      const isShown =
        [focused, focused.closest('label')].some(showsFocus) || focused.matches('[aria-label$="full size"]');
      if (!isShown) own.unseen.add(focused);
      return own.unreached.size === 0;
    });
    if (isDone) break;
  }
  return page.evaluate(() => {
    const own = window as unknown as { unreached: Set<Element>; unseen: Set<Element> };
    const words = (elements: Set<Element>) =>
      // Elements that have left the page need no focus.
      [...elements].filter(({ isConnected }) => isConnected).map(({ outerHTML }) => outerHTML.slice(0, 200));
    return { missed: words(own.unreached), unseen: words(own.unseen) };
  });
}

async function expectReachable(page: Page, screens: Screen[]): Promise<void> {
  for (const { name, path, landmark } of screens) {
    await page.goto(path);
    await expect(landmark(page)).toBeVisible();
    expect(await tabThrough(page), name).toEqual({ missed: [], unseen: [] });
  }
}

test.describe('in public', () => {
  // Single sign-on without a provider is refused.
  test.use({ expectedFaults: refusedRequest });

  test('Tab reaches every control of the public pages, and each shows it', async ({ page }) => {
    test.slow();
    await expectReachable(page, publicScreens);
  });
});

test('Tab reaches every control of the signed-in pages, and each shows it', async ({ page, context }) => {
  test.slow();
  await expectReachable(page, await memberScreens(context));
});
