import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';

// The redirect of who is signed in needs Next's router; who is shown here is not.
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

beforeEach(() => {
  // Settings are read once by each copy of the modules.
  vi.resetModules();
  Object.assign(process.env, {
    SIGNUP: '',
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: 'shows',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Northwind',
    PUBLIC_URL: 'https://shows.example.com',
  });
});

async function show(path: 'login' | 'signup', query: Record<string, string> = {}): Promise<string> {
  const { default: page } =
    path === 'login' ? await import('@/app/(auth)/login/page') : await import('@/app/(auth)/signup/page');
  return renderToStaticMarkup(await page({ params: Promise.resolve({}), searchParams: Promise.resolve(query) }));
}

describe('the sign-in page', () => {
  test('leads to the identity provider on the host that the provider sends back to, where one is set', async () => {
    process.env.OIDC_ISSUER = 'https://id.example.com';
    expect(await show('login')).toMatch(
      /<a href="https:\/\/shows\.example\.com\/api\/auth\/signin\/oidc"[^>]*>Continue with Northwind<\/a>/,
    );
  });

  test('shows no identity provider where none is set', async () => {
    const page = await show('login');
    expect(page).toContain('Create an account');
    expect(page).toContain('href="/reset-password"');
    expect(page).not.toContain('/api/auth/');
  });

  test('says why single sign-on let nobody in, by its own sentences alone', async () => {
    expect(await show('login', { sso: 'not_invited' })).toContain(
      'You have no access yet. Ask an admin to invite you.',
    );
    const page = await show('login', { sso: '<b>evil</b>' });
    expect(page).not.toContain('evil');
    expect(page).not.toContain('role="alert"');
    expect(await show('login', { sso: 'constructor' })).toBe(page);
  });
});

test.each([
  ['invite', 'New accounts are by invitation only. Ask an admin to invite you.'],
  ['closed', 'This server takes no new accounts. Ask an admin for access.'],
])('SIGNUP=%s: the sign-up page says so, and no link leads to it', async (setting, sentence) => {
  process.env.SIGNUP = setting;
  const page = await show('signup');
  expect(page).toContain(sentence);
  expect(page).not.toContain('<form');
  expect(await show('login')).not.toContain('/signup');
  const { default: LandingPage } = await import('@/app/(site)/page');
  expect(renderToStaticMarkup(LandingPage())).not.toContain('/signup');
});
