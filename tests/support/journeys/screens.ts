import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Role } from '@/lib/contracts/permissions';
import { Member } from './steps';

/** A page of the route table, and the element that shows that it is loaded. */
export interface Screen {
  name: string;
  path: string;
  landmark(page: Page): Locator;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 });

/** The public pages. */
export const publicScreens: Screen[] = [
  { name: 'landing', path: '/', landmark: (page) => page.getByRole('heading', { level: 1 }) },
  { name: 'sign-in', path: '/login', landmark: heading('Sign in') },
  // After the identity provider; here, where nobody has come from there.
  { name: 'single sign-on', path: '/sso', landmark: (page) => page.getByText('This sign-in has expired.') },
  { name: 'sign-up', path: '/signup', landmark: heading(/^Get started with/) },
  { name: 'share', path: '/share', landmark: heading('Nothing to watch here') },
  { name: 'shared report', path: '/report', landmark: heading('No report here') },
  { name: 'signed report', path: '/report/check', landmark: heading('Check a signed report') },
  { name: 'camera', path: '/camera', landmark: heading('Take over a camera') },
  { name: 'trust', path: '/trust', landmark: heading('Trust this server once') },
  { name: 'API reference', path: '/docs/api', landmark: heading(/ API$/) },
  { name: 'forgotten password', path: '/reset-password', landmark: heading('Forgot your password?') },
  { name: 'new password', path: '/reset-password#secret', landmark: heading('Set a new password') },
  { name: 'new email', path: '/confirm-email#secret', landmark: heading('Confirm your new email') },
  { name: 'calibration', path: '/calibrate', landmark: heading('Bring cameras in step') },
  { name: 'colors', path: '/design-system/colors', landmark: (page) => page.getByRole('heading', { level: 1 }) },
];

/**
 * The signed-in pages of an organization with one event and one camera, both with names of maximum length, and a colleague.
 */
export async function memberScreens(context: BrowserContext): Promise<Screen[]> {
  const member = await Member.signUp(context);
  const name = `${'Long'.repeat(15)} ${'name of an event'.repeat(3)}`;
  const event = await member.createEvent(name);
  const stream = await member.addStream(event.id, 'Camera'.repeat(20));
  const url = `https://hooks.example.com/${'a-long-path/'.repeat(12)}`;
  await member.call('POST /webhooks', { body: { webhook: { url, event_types: ['stream.signal_changed'] } } });
  const invite = (role: Role) => member.call('POST /invitations', { body: { invitation: { role } } });
  const { attributes } = await invite('viewer');
  const { secret } = (await invite('admin')).attributes;
  const user = { email: `grace-${Date.now()}@example.org`, first_name: 'Grace'.repeat(20), password: 'correct horse' };
  await member.call('POST /invitations/accept', { body: { invitation: { secret }, user } });
  await member.call('POST /api_tokens', {
    body: {
      api_token: { name: 'Token'.repeat(20), access: 'write', expires_at: null },
    },
  });
  return [
    { name: 'events', path: '/app', landmark: (page) => page.getByTestId('event-card') },
    { name: 'event', path: `/events/${event.id}`, landmark: (page) => page.getByTestId('stream-card') },
    {
      name: 'multiview',
      path: `/events/${event.id}/multiview`,
      landmark: (page) => page.getByTestId('multiview-tile'),
    },
    {
      name: 'recordings',
      path: `/events/${event.id}/recordings`,
      landmark: (page) => page.getByText('Nothing is recorded yet'),
    },
    {
      name: 'report',
      path: `/events/${event.id}/report`,
      landmark: (page) => page.getByRole('heading', { name: 'No show yet' }),
    },
    { name: 'crew', path: `/events/${event.id}/crew`, landmark: (page) => page.getByTestId('crew-member') },
    { name: 'tally', path: `/events/${event.id}/tally`, landmark: heading('Which camera is yours?') },
    {
      name: 'camera tally',
      path: `/events/${event.id}/tally?camera=${stream.id}`,
      landmark: (page) => page.getByTestId('camera-tally'),
    },
    {
      name: 'system',
      path: '/organization/system',
      landmark: (page) => page.getByText('Only the operator of this server can see this page.'),
    },
    { name: 'organization', path: '/organization', landmark: (page) => page.getByLabel('Organization name') },
    {
      name: 'team',
      path: '/organization/members',
      landmark: (page) => page.getByRole('list', { name: 'Open invitations' }),
    },
    {
      name: 'invitation',
      path: `/invite#${attributes.secret}`,
      landmark: (page) => page.getByRole('button', { name: 'Join' }),
    },
    { name: 'account', path: '/account', landmark: (page) => page.getByText('This session') },
    { name: 'webhooks', path: '/organization/webhooks', landmark: (page) => page.getByText('Signal live or lost') },
    {
      name: 'API tokens',
      path: '/organization/tokens',
      landmark: (page) => page.getByRole('list', { name: 'API tokens' }),
    },
    {
      name: 'audit trail',
      path: '/organization/audit',
      landmark: (page) => page.getByRole('list', { name: 'Audit trail' }),
    },
    {
      name: 'analytics',
      path: '/organization/analytics',
      landmark: (page) => page.getByRole('heading', { name: /No data yet|By month/ }),
    },
    { name: 'plan', path: '/organization/plan', landmark: (page) => page.getByRole('region', { name: 'Usage' }) },
    { name: 'dashboard', path: `/streams?stream=${stream.id}`, landmark: (page) => page.getByTestId('stream-panel') },
  ];
}
