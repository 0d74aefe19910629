import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cachedLivekitPath, findLivekit, livekitCacheDir, livekitVersion } from '../find-livekit.mjs';
import { livekitArchives } from './livekit-archives.mjs';
import { isInstalled, run, SetupError, say } from './run.mjs';

const releaseUrl = `https://github.com/livekit/livekit/releases/download/v${livekitVersion}`;
const downloadTimeoutMs = 300_000;

/**
 * Finds livekit-server on this machine, or else builds it with Go, or else downloads the official release.
 * @returns {Promise<string>} its path
 */
export async function provideLivekit() {
  const found = findLivekit();
  if (found) return found;
  mkdirSync(livekitCacheDir, { recursive: true });
  // Made aside and moved into place, so that a run that is broken off leaves nothing half done.
  const workDir = mkdtempSync(path.join(livekitCacheDir, 'new-'));
  try {
    const program = (await buildWithGo(workDir)) ?? (await downloadRelease(workDir));
    if (!program) {
      throw new SetupError(
        'There is no livekit-server: install Go (https://go.dev/dl/) or livekit-server (https://docs.livekit.io/transport/self-hosting/local/), or set LIVEKIT_SERVER_BIN to its path or LIVEKIT_URL to a server that runs.',
      );
    }
    renameSync(program, cachedLivekitPath);
    return cachedLivekitPath;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function buildWithGo(workDir) {
  if (!isInstalled('go', ['version'])) return null;
  say(`Building livekit-server ${livekitVersion} with Go, once; this takes about two minutes…`);
  const target = `github.com/livekit/livekit-server/cmd/server@v${livekitVersion}`;
  const code = await run('go', ['install', target], { env: { ...process.env, GOBIN: workDir } });
  if (code === 0) return path.join(workDir, process.platform === 'win32' ? 'server.exe' : 'server');
  say('Go could not build it.');
  return null;
}

async function downloadRelease(workDir) {
  const published = livekitArchives[`${process.platform}-${process.arch}`];
  if (!published) return null; // no release for this system
  const { archive, sha256 } = published;
  say(`Downloading ${archive} from its official release…`);
  try {
    const response = await fetch(`${releaseUrl}/${archive}`, { signal: AbortSignal.timeout(downloadTimeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new SetupError(
        `The download of ${archive} is not the file that Sightline was made for: its checksum differs. Install Go or livekit-server instead.`,
      );
    }
    writeFileSync(path.join(workDir, archive), bytes);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    say(`The download failed (${error.cause?.code ?? error.message}).`);
    return null;
  }
  // bsdtar, which Windows calls tar, reads zip too.
  if ((await run('tar', ['-xf', archive], { cwd: workDir })) !== 0) return null;
  const program = path.join(workDir, path.basename(cachedLivekitPath));
  chmodSync(program, 0o755);
  return program;
}
