import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function landingPage(landing: string): Promise<string> {
  vi.resetModules();
  vi.stubEnv('LANDING', landing);
  const { default: LandingPage } = await import('@/app/(site)/page');
  return renderToStaticMarkup(LandingPage());
}

test('the first page has the promises by default, and none with LANDING=plain', async () => {
  const claims = await landingPage('');
  for (const words of ['About 200 ms preview latency', '40+ edge locations', 'id="pricing"']) {
    expect(claims).toContain(words);
  }
  const plain = await landingPage('plain');
  expect(plain).toContain('Every camera of your show, live in the browser.');
  expect(plain).not.toMatch(/edge locations|preview latency|pricing/);
});

test('the first page has the command to copy, and links the source where the server names it', async () => {
  const page = await landingPage('');
  expect(page).toContain('npm start');
  expect(page).not.toContain('Licence</a>');
  vi.stubEnv('SOURCE_URL', 'https://git.example/sightline/');
  const linked = await landingPage('');
  for (const path of ['', '/tree/main/docs', '/blob/main/LICENSE']) {
    expect(linked).toContain(`href="https://git.example/sightline${path}"`);
  }
});

test('with LANDING=off it leads to the sign-in page', async () => {
  await expect(landingPage('off')).rejects.toMatchObject({ digest: expect.stringContaining('/login') });
});
