import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { pagesWithout } from '../support/journeys/pages';
import { filmMultiview } from './film-multiview';
import { type Show, startShow } from './start-show';
import { draftDirectory, takePicture } from './take-picture';
import {
  type Walk,
  walkAsGuest,
  walkAsMember,
  walkAsNewcomer,
  walkAsOperator,
  walkBySingleSignOn,
  walkPublicPages,
  walkThroughOrganization,
} from './walks';

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 }, isPhone: false },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 }, isPhone: false },
  { look: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 }, isPhone: true },
  { look: '4k', colorScheme: 'dark', viewport: { width: 3840, height: 2160 }, isPhone: false },
] as const;

/** The walks through the pages, each with one of the show's tokens. */
const walks: { who: string; walk(walk: Walk): Promise<void>; token?: 'token' | 'newcomerToken' | 'operatorToken' }[] = [
  { who: 'everybody', walk: walkPublicPages },
  { who: 'a guest', walk: walkAsGuest },
  { who: 'somebody by single sign-on', walk: walkBySingleSignOn },
  { who: 'a newcomer', walk: walkAsNewcomer, token: 'newcomerToken' },
  { who: 'a member', walk: walkAsMember, token: 'token' },
  { who: 'an owner', walk: walkThroughOrganization, token: 'token' },
  { who: 'the operator', walk: walkAsOperator, token: 'operatorToken' },
];

/** Git ignores it. */
const allPictures = 'screens';
/** The pictures that README and docs show. */
const inRepository = [
  'multiview.webp',
  'multiview-dark.png',
  'event-dark.png',
  'dashboard-light.png',
  'recordings-dark.png',
  'tally-phone.png',
];
const maxBytes = 1_500_000;

/** The paths of the pages of which there is a picture. */
const taken = new Set<string>();
let show: Show;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser, baseURL }) => {
  if (!baseURL) throw new Error('The product has no address.');
  rmSync(draftDirectory, { recursive: true, force: true });
  mkdirSync(draftDirectory, { recursive: true });
  show = await startShow(browser, baseURL);
});

test.afterAll(stopFfmpegs);

for (const { look, isPhone, viewport, colorScheme } of looks) {
  test.describe(`on ${look}`, () => {
    const touch = { isMobile: isPhone, hasTouch: isPhone, deviceScaleFactor: isPhone ? 2 : 1 };
    test.use({ viewport, colorScheme, ...touch });

    for (const { who, walk, token } of walks) {
      test(`the pages of ${who}`, async ({ page }) => {
        if (token) await page.addInitScript((value) => localStorage.setItem('sl_token', value), show[token]);
        const take: Walk['take'] = async (name, options) => {
          taken.add(new URL(page.url()).pathname);
          await takePicture(page, `${name}-${look}`, options);
        };
        await walk({ page, show, isPhone, take });
        if (walk === walkAsMember && look === 'dark') await filmMultiview(page, show);
      });
    }
  });
}

test('there is a picture of every page', () => {
  expect(pagesWithout([...taken])).toEqual([]);
  rmSync(allPictures, { recursive: true, force: true });
  cpSync(draftDirectory, allPictures, { recursive: true });
  for (const file of inRepository) {
    expect(statSync(`${draftDirectory}/${file}`).size, `${file} is small enough for the repository`).toBeLessThan(
      maxBytes,
    );
    cpSync(`${draftDirectory}/${file}`, `docs/screens/${file}`);
  }
});
