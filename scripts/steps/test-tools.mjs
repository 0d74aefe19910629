import { findBrowser } from '../find-browser.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

const browser = 'chromium-headless-shell';

/** Debian's packages that the tests need: the cameras' ffmpeg, libsrt's own caller, and the servers. */
const packages = [
  {
    name: 'ffmpeg',
    what: 'an ffmpeg with SRT',
    isThere: () => isInstalled('ffmpeg', ['-hide_banner', '-h', 'protocol=srt']),
  },
  { name: 'redis-server', what: 'a redis-server', isThere: () => isInstalled('redis-server') },
  { name: 'pgbouncer', what: 'a pgbouncer', isThere: () => isInstalled('pgbouncer') },
  { name: 'srt-tools', what: 'srt-live-transmit', isThere: () => isInstalled('srt-live-transmit', ['-version']) },
  {
    name: browser,
    what: 'a Chromium',
    isThere: findBrowser,
    otherwise: ', run `npx playwright install chromium`, or set CHROMIUM_PATH',
  },
];

/** Provides the programs that the tests need. Installs missing ones when it runs as root on Debian. */
export async function provideTestTools() {
  const missing = (await missingPackages()).map(({ name }) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    say(`Installing ${missing.join(' and ')} for the tests…`);
    // Services that Debian may start with them stay unused: the tests run their own, on ports of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  const [stillMissing] = await missingPackages();
  if (!stillMissing) return;
  const { name, what, otherwise = '' } = stillMissing;
  throw new SetupError(`The tests need ${what}: install it (Debian: apt-get install ${name})${otherwise}.`);
}

async function missingPackages() {
  const areThere = await Promise.all(packages.map(({ isThere }) => isThere()));
  return packages.filter((_, index) => !areThere[index]);
}
