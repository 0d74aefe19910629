import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFolder, bundleModules } from '../support/bundle-modules';

const run = promisify(execFile);
const folder = bundleFolder('priority');
const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath];

/** Starts a program of each priority, and prints its nice value, and whether its session is its own. */
const script = `
  import { readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { spawnChild } from ${JSON.stringify(path.join(folder, 'child.mjs'))};
  const sessionOf = (pid) => Number(readFileSync('/proc/' + pid + '/stat', 'latin1').split(') ')[1].split(' ')[3]);
  const found = {};
  for (const priority of ['live', 'pages', 'files']) {
    const child = await spawnChild({ command: 'sleep', args: ['60'], env: process.env, priority });
    found[priority] = [getPriority(child.pid), sessionOf(child.pid) === child.pid];
    await child.stop('SIGKILL', 0);
  }
  console.log(JSON.stringify(found));
`;

beforeAll(() => bundleModules(folder, { child: 'server/all-in-one/child.ts' }));
afterAll(() => rmSync(folder, { recursive: true }));

test('without root, what cameras pass through goes before pages, and pages before files', async ({ skip }) => {
  await run('setpriv', [...nobody, '--version']).catch(() => skip('nobody else can be a user here, or run Node'));
  const { stdout } = await run('setpriv', [...nobody, '--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual({ live: [0, true], pages: [5, false], files: [10, false] });
}, 30_000);
