import { findBrowser } from '../find-browser.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

const browser = 'chromium-headless-shell';

/**
 * Provides ffmpeg with SRT (the tests' camera), libsrt's own caller, a Chromium, redis-server and PgBouncer. Installs
 * missing ones when it runs as root on Debian.
 */
export async function provideTestTools() {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    say(`Installing ${missing.join(' and ')} for the tests…`);
    // Services that Debian may start with them stay unused: the tests run their own, on ports of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  const stillMissing = await missingPackages();
  if (stillMissing.includes('ffmpeg')) {
    throw new SetupError('The tests need an ffmpeg with SRT: install it (Debian: apt-get install ffmpeg).');
  }
  if (stillMissing.includes('redis-server')) {
    throw new SetupError('The tests need a redis-server: install it (Debian: apt-get install redis-server).');
  }
  if (stillMissing.includes('pgbouncer')) {
    throw new SetupError('The tests need a pgbouncer: install it (Debian: apt-get install pgbouncer).');
  }
  if (stillMissing.includes('srt-tools')) {
    throw new SetupError('The tests need srt-live-transmit: install it (Debian: apt-get install srt-tools).');
  }
  if (stillMissing.includes(browser)) {
    throw new SetupError(
      `The tests need a Chromium: install it (Debian: apt-get install ${browser}), run \`npx playwright install chromium\`, or set CHROMIUM_PATH.`,
    );
  }
}

async function missingPackages() {
  return [
    ...(isInstalled('ffmpeg', ['-hide_banner', '-h', 'protocol=srt']) ? [] : ['ffmpeg']),
    ...((await findBrowser()) ? [] : [browser]),
    ...(isInstalled('redis-server') ? [] : ['redis-server']),
    ...(isInstalled('pgbouncer') ? [] : ['pgbouncer']),
    ...(isInstalled('srt-live-transmit', ['-version']) ? [] : ['srt-tools']),
  ];
}
