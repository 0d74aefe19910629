import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isInstalled, must, SetupError, say } from './run.mjs';

/** The largest output of git and npm that is held in memory. */
const maxBuffer = 2 ** 29;

/**
 * Makes the files of a release from the tagged commit that is checked out. These are sources, chart, bill of materials, notes
 * and checksums, and an image where a program can build one. The same commit makes the same sources and chart.
 * With RELEASE_KEY, the file of an Ed25519 key in PEM, the checksums are signed: docs/install.md checks them by OpenSSL.
 * @param {string} folder for these files; it is made
 */
export async function makeRelease(folder = 'release') {
  const key = readSigningKey();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  requireTag(version);
  const notes = notesOf(version);
  if (notes === '') throw new SetupError(`CHANGELOG.md says nothing of ${version}.`);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new SetupError(`${folder} is not empty.`);
  const name = `sightline-${version}`;
  const write = (file, content) => writeFileSync(path.join(folder, file), content);
  write(`${name}.tar.gz`, gzipSync(archive(name, '.')));
  // A chart is a packed folder of its own name; helm package would write the time into it.
  write(`${name}-chart.tgz`, gzipSync(archive('sightline', 'deploy/chart')));
  write(`${name}.cdx.json`, billOfMaterials());
  write(`${name}.md`, `# Sightline ${version}\n\n${notes}\n`);
  await buildImage(version, path.join(folder, `${name}-image.tar`));
  const files = readdirSync(folder).sort();
  const line = (file) =>
    `${createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex')}  ${file}\n`;
  const sums = files.map(line).join('');
  write('SHA256SUMS', sums);
  if (key) write('SHA256SUMS.sig', sign(null, Buffer.from(sums), key));
  else say('RELEASE_KEY names no key, so the checksums are not signed.');
  say(`Version ${version} is in ${folder}: ${[...files, 'SHA256SUMS', ...(key ? ['SHA256SUMS.sig'] : [])].join(', ')}`);
}

/** @returns null where none is named @throws SetupError where the file has no such key */
function readSigningKey() {
  const file = process.env.RELEASE_KEY;
  if (!file) return null;
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below: the key itself must not be in a message.
  }
  throw new SetupError(`${file} has no Ed25519 key in PEM: openssl genpkey -algorithm ed25519 -out ${file}`);
}

/** Refuses everything but the tagged commit, so that a version always means the same files. */
function requireTag(version) {
  const tags = output('git', ['tag', '--points-at', 'HEAD']).toString().split('\n');
  if (!tags.includes(`v${version}`)) {
    throw new SetupError(`Check out v${version}, or make a version: npm run new-version minor`);
  }
}

/** The section of CHANGELOG.md about a version, without its heading. */
function notesOf(version) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version} - `)) ?? '';
  return section.split('\n').slice(1).join('\n').trim();
}

/** A folder of the commit, under another name. Times are the commit's. */
const archive = (name, cwd) => output('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'], { cwd });

function billOfMaterials() {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const bill = JSON.parse(output(npm[0], [...npm.slice(1), 'run', '--silent', 'sbom']));
  // npm calls it by the folder's name.
  bill.metadata.component.name = 'sightline';
  return `${JSON.stringify(bill, null, 2)}\n`;
}

async function buildImage(version, file) {
  const builder = ['docker', 'podman'].find((program) => isInstalled(program, ['info']));
  if (!builder) {
    say('Neither Docker nor Podman answers here, so there is no image.');
    return;
  }
  // The commit alone: a folder of work has more in it.
  const context = mkdtempSync(path.join(tmpdir(), 'sightline-image-'));
  try {
    execFileSync('tar', ['--extract', '--directory', context], {
      input: output('git', ['archive', '--format=tar', 'HEAD']),
    });
    const tag = `sightline:${version}`;
    await must('The image could not be built.', builder, ['build', '--tag', tag, context]);
    await must('The image could not be saved.', builder, ['save', '--output', file, tag]);
  } finally {
    rmSync(context, { recursive: true });
  }
}

const output = (command, args, options = {}) => execFileSync(command, args, Object.assign({ maxBuffer }, options));
