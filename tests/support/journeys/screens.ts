import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Member } from './steps';

/** A page of the route table, and what shows that it is there. */
export interface Screen {
  name: string;
  path: string;
  landmark(page: Page): Locator;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 });

/** The pages for everybody. */
export const publicScreens: Screen[] = [
  { name: 'landing', path: '/', landmark: (page) => page.getByRole('heading', { level: 1 }) },
  { name: 'sign-in', path: '/login', landmark: heading('Sign in') },
  { name: 'sign-up', path: '/signup', landmark: heading(/^Get started with/) },
  { name: 'colours', path: '/design-system/colors', landmark: (page) => page.getByRole('heading', { level: 1 }) },
];

/** The pages of a member of an organization with an event and a camera, both with the longest names there may be. */
export async function memberScreens(context: BrowserContext): Promise<Screen[]> {
  const member = await Member.signUp(context);
  const name = `${'Long'.repeat(15)} ${'name of an event'.repeat(3)}`;
  const event = await member.createEvent(name);
  const stream = await member.addStream(event.id, 'Camera'.repeat(20));
  return [
    { name: 'events', path: '/app', landmark: (page) => page.getByTestId('event-card') },
    { name: 'event', path: `/events/${event.id}`, landmark: (page) => page.getByTestId('stream-card') },
    {
      name: 'multi-view',
      path: `/events/${event.id}/multiview`,
      landmark: (page) => page.getByTestId('multiview-tile'),
    },
    { name: 'dashboard', path: `/streams?stream=${stream.id}`, landmark: (page) => page.getByTestId('stream-panel') },
  ];
}
