import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules that axe judges by in each theme; the themes differ in colors alone. */
const rules = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] };

/** Axe finds nothing serious in either theme; the page follows the device's theme without a reload. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Not as a script of the page, which the page's security policy would refuse.
  await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html.${colorScheme}`)).toBeAttached();
    // Colors fade between themes, and dialogs fade in.
    const isMoving = () =>
      page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running'));
    await expect.poll(isMoving, 'animations end').toBe(false);
    const violations = await page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      return (await axe.run({ resultTypes: ['violations'], runOnly })).violations;
    }, rules[colorScheme]);
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
    expect(serious, `${name}, ${colorScheme}`).toEqual([]);
  }
}
