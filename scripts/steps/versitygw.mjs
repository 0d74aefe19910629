import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cachedVersitygwPath, findVersitygw, versitygwCacheDir, versitygwVersion } from '../find-versitygw.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

/** Builds versitygw, an S3 server, with Go, unless it is there: tests of recordings in a bucket use it. */
export async function provideVersitygw() {
  if (findVersitygw()) return;
  if (!isInstalled('go', ['version'])) {
    throw new SetupError(
      'There is no S3 server to test with, and no Go to build one: install Go (https://go.dev/dl/).',
    );
  }
  say(`Building versitygw ${versitygwVersion} with Go, once; this takes two to three minutes…`);
  mkdirSync(versitygwCacheDir, { recursive: true });
  // Made aside and moved into place, so that a run that is broken off leaves nothing half done.
  const workDir = mkdtempSync(path.join(versitygwCacheDir, 'new-'));
  try {
    const target = `github.com/versity/versitygw/cmd/versitygw@v${versitygwVersion}`;
    const code = await run('go', ['install', target], { env: { ...process.env, GOBIN: workDir } });
    if (code !== 0) throw new SetupError('Go could not build versitygw.');
    renameSync(path.join(workDir, 'versitygw'), cachedVersitygwPath);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
