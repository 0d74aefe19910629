import type { Locator, Page } from '@playwright/test';
import { expectRouted } from './expect-routed';
import { failureTexts } from './literal-texts';

/** The page's inline error. */
export const alertOf = (page: Page): Locator => page.getByRole('main').getByRole('alert');

/** The page's error toast. */
export const errorToastOf = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: failureTexts.toast });

/** Answers matching requests with status 422 in the server's place; the default body says nothing, as a proxy's might. */
export async function refuse(page: Page, method: string, path: RegExp, body: object = {}): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 422, json: body }) : route.fallback(),
  );
  await expectRouted(page);
}

/** The body of an error response with a message alone. */
export const errorMessage = (message: string): object => ({ error: { message } });

/** The body of an error response with a list of errors. */
export const errorList = (...errors: string[]): object => ({ error: { message: 'Not this one.', errors } });

/** Closes /cable at once, so that no live message brings what a refused call does not. */
export const disconnectCable = (page: Page): Promise<void> =>
  page.routeWebSocket(/\/cable$/, (socket) => socket.close());
