import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { refuseBesideRunning } from './running.mjs';

const stampDir = path.join('node_modules', '.sightline');

/**
 * Does a step only if something that it depends on has changed since it was last done.
 * @param {{ name: string, inputs: string[], outputs: string[], version?: string }} step files and folders, relative to
 * the project, and the tool's version where that matters
 * @param {() => Promise<void>} work
 * @throws SetupError where that would replace what a Sightline runs on
 */
export async function whenChanged({ name, inputs, outputs, version = '' }, work) {
  const stampFile = path.join(stampDir, name);
  const hash = hashOf(version, inputs);
  const isDone = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash && outputs.every(existsSync);
  if (isDone) return;
  refuseBesideRunning();
  await work();
  mkdirSync(stampDir, { recursive: true });
  writeFileSync(stampFile, hash);
}

/** Has a step done again at the next occasion. */
export const forget = (name) => rmSync(path.join(stampDir, name), { force: true });

function hashOf(version, inputs) {
  const hash = createHash('sha256').update(version);
  for (const file of inputs.filter(existsSync).flatMap(filesUnder))
    hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesUnder(file) {
  if (!statSync(file).isDirectory()) return /\.test\.tsx?$/.test(file) ? [] : [file];
  return readdirSync(file)
    .sort()
    .flatMap((name) => filesUnder(path.join(file, name)));
}
