import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { SetupError, say } from './run.mjs';

const numbered = /^(\d+)\.(\d+)\.(\d+)$/;
const parts = ['major', 'minor', 'patch'];

/**
 * Moves the version everywhere at once, names the changes since the last one by it, and commits and tags that.
 * The version is in package.json. Others repeat it because their readers know no package.json.
 * @param {string | undefined} given major, minor, patch, or a version such as 1.0.0
 */
export function makeNewVersion(given = '') {
  const { version: former } = JSON.parse(readFileSync('package.json', 'utf8'));
  const version = numbered.test(given) ? given : raise(former, given);
  if (git('status', '--porcelain') !== '') throw new SetupError('Commit or put aside what is changed first.');
  const changed = repeated(former, version, new Date().toISOString().slice(0, 10));
  for (const [file, text] of changed) writeFileSync(file, text);
  git('add', ...changed.map(([file]) => file));
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', '--message', `Sightline ${version}`, `v${version}`);
  say(`This is version ${version}, tagged v${version}. Next: npm run release`);
}

function raise(former, part) {
  if (!parts.includes(part)) throw new SetupError('Name major, minor, patch, or a version such as 1.0.0.');
  const numbers = numbered.exec(former).slice(1).map(Number);
  const index = parts.indexOf(part);
  return numbers.map((number, place) => (place < index ? number : place === index ? number + 1 : 0)).join('.');
}

/** Each file that has the version, with its next text. */
function repeated(former, version, date) {
  const change = (file, from, to) => {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new SetupError(`${file} has no line ${JSON.stringify(from)}.`);
    return [file, text.replace(from, to)];
  };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  lock.version = version;
  lock.packages[''].version = version;
  const chart = readFileSync('deploy/chart/Chart.yaml', 'utf8')
    .replace(`\nversion: ${former}\n`, `\nversion: ${version}\n`)
    .replace(`\nappVersion: "${former}"\n`, `\nappVersion: "${version}"\n`);
  const upgrade = readFileSync('docs/upgrade.md', 'utf8').replaceAll(
    /^\| next( *)\|/gm,
    (_, { length }) => `| ${version.padEnd(length + 4)}|`,
  );
  return [
    change('package.json', `"version": "${former}"`, `"version": "${version}"`),
    ['package-lock.json', `${JSON.stringify(lock, null, 2)}\n`],
    ['deploy/chart/Chart.yaml', chart],
    change('docker-compose.yml', `sightline:${former}}`, `sightline:${version}}`),
    change('CHANGELOG.md', '\n## Unreleased\n', `\n## Unreleased\n\n## ${version} - ${date}\n`),
    ['docs/upgrade.md', upgrade],
  ];
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
