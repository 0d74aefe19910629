import { expect } from '@playwright/test';
import { test } from '../../support/journeys/quiet-test';
import { Member, operator, signIn } from '../../support/journeys/steps';

test('whoever runs the server sees how it does, and how video reaches this browser', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, operator.email, operator.password);
  await page.waitForURL('**/app');
  await page.goto('/organization');
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'System' }).click();
  const browser = page.getByRole('region', { name: 'This browser' });
  await expect(browser).toContainText(
    /OK: Video to hereA picture reaches this browser by UDP, from 127\.0\.0\.1:\d+, and by TCP, from 127\.0\.0\.1:\d+\./,
    { timeout: 40_000 },
  );
  const server = page.getByRole('region', { name: 'The server' }).getByRole('listitem');
  await expect(server.filter({ hasText: 'LiveKit answers at' })).toContainText('accepts our key', { timeout: 20_000 });
  await expect(server.filter({ hasText: 'Gateways' })).toContainText('One gateway runs');
  await expect(server.filter({ hasText: 'migrations' })).toContainText('are applied');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Checking the server' })).toBeVisible();
});

test('a network that lets no TCP through to LiveKit is named with its fix', async ({ page }) => {
  await page.addInitScript(withoutTcpCandidates);
  await page.goto('/login');
  await signIn(page, operator.email, operator.password);
  await page.waitForURL('**/app');
  await page.goto('/organization/system');
  const browser = page.getByRole('region', { name: 'This browser' });
  await expect(browser).toContainText(/Warning: Video to hereA picture reaches this browser by UDP.*and none by TCP/, {
    timeout: 40_000,
  });
  await expect(browser).toContainText('LIVEKIT_TCP_PORT');
});

/** In the page: loses the addresses by TCP that LiveKit offers, as if nothing answered there. */
function withoutTcpCandidates(): void {
  const { addIceCandidate, setRemoteDescription } = RTCPeerConnection.prototype;
  const isTcp = (line: string | undefined): boolean => /candidate:\S+ \d+ tcp /i.test(line ?? '');
  RTCPeerConnection.prototype.addIceCandidate = function (candidate?: RTCIceCandidateInit | null): Promise<void> {
    return isTcp(candidate?.candidate) ? Promise.resolve() : Reflect.apply(addIceCandidate, this, [candidate]);
  };
  RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp = '' }): Promise<void> {
    const lines = sdp.split('\r\n').filter((line) => !isTcp(line));
    return Reflect.apply(setRemoteDescription, this, [{ type, sdp: lines.join('\r\n') }]);
  };
}

test('other organizations do not see the page', async ({ page, context }) => {
  await Member.signUp(context);
  await page.goto('/organization');
  const sections = page.getByRole('navigation', { name: 'Organization' });
  await expect(sections.getByRole('link', { name: 'Audit trail' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'System' })).toHaveCount(0);
  await page.goto('/organization/system');
  await expect(page.getByText('Only the operator of this server can see this page.')).toBeVisible();
});
