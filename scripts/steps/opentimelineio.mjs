import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  findOpenTimelineIo,
  openTimelineIoDir,
  openTimelineIoPackages,
  openTimelineIoStamp,
} from '../find-opentimelineio.mjs';
import { isInstalled, run, say } from './run.mjs';

/** Installs OpenTimelineIO into a Python of its own, unless it is there. Where that fails, its tests are left out. */
export async function provideOpenTimelineIo() {
  if (findOpenTimelineIo()) return;
  if (!isInstalled('python3', ['-c', 'import venv, ensurepip'])) {
    say('There is no Python with venv: no test reads edits by OpenTimelineIO.');
    return;
  }
  mkdirSync(path.dirname(openTimelineIoDir), { recursive: true });
  const made = await run('python3', ['-m', 'venv', '--clear', openTimelineIoDir]);
  const pip = path.join(openTimelineIoDir, 'bin', 'pip');
  const options = ['--disable-pip-version-check', '--retries', '1', '--only-binary', ':all:'];
  const installed = made === 0 ? await run(pip, ['install', '-q', ...options, ...openTimelineIoPackages]) : made;
  if (installed === 0) writeFileSync(openTimelineIoStamp, '');
  else say('OpenTimelineIO could not be installed by pip: no test reads edits by it.');
}
