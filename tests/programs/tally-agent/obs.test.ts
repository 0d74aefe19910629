import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ObsConnection } from '@/server/tally-agent/obs/obs-connection';
import type { SwitcherInput } from '@/server/tally-agent/switcher';
import { followSwitcher } from '@/server/tally-agent/switcher';
import { switcherOf } from '@/server/tally-agent/switcher-of';
import { freeTcpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

const password = 'supersecretpassword';
const startTimeoutMs = 90_000;
const hasObs = ['obs', 'Xvfb'].every((program) => spawnSync('which', [program]).status === 0);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** A screen for OBS that nobody sees. */
async function openScreen(): Promise<string> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => end(screen));
  const [line] = await once(screen.stdout, 'data');
  return `:${String(line).trim()}`;
}

/** The real OBS, new, with its websocket server on. */
async function startObs(home: string, display: string, port: number): Promise<ChildProcess> {
  const settings = [
    ...['[General]', 'FirstRun=true'],
    ...['[OBSWebSocket]', 'FirstLoad=false', 'ServerEnabled=true', `ServerPort=${port}`, 'AlertsEnabled=false'],
    ...['AuthRequired=true', `ServerPassword=${password}`],
  ];
  // As small and slow as it gets: without a graphics card every frame is computed.
  const video = ['[Video]', 'BaseCX=320', 'BaseCY=180', 'OutputCX=320', 'OutputCY=180', 'FPSType=0', 'FPSCommon=10'];
  const profile = path.join(home, 'obs-studio/basic/profiles/Untitled');
  await mkdir(profile, { recursive: true });
  await writeFile(path.join(profile, 'basic.ini'), ['[General]', 'Name=Untitled', ...video].join('\n'));
  await writeFile(path.join(home, 'obs-studio/global.ini'), settings.join('\n'));
  const places = { HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display };
  const program = spawn('obs', ['--multi', '--minimize-to-tray', '--disable-shutdown-check'], {
    env: Object.assign({}, process.env, places, { LIBGL_ALWAYS_SOFTWARE: '1' }),
    stdio: 'ignore',
  });
  onTestFinished(() => end(program));
  return program;
}

const connectTo = (port: number) => {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  return until(
    'OBS accepts connections',
    () => ObsConnection.open(`ws://127.0.0.1:${port}`, [password], () => undefined, closing.signal).catch(() => null),
    { timeoutMs: startTimeoutMs },
  );
};

test.skipIf(!hasObs)(
  'the real OBS (skipped where obs-studio or xvfb is not installed): program, preview, nested scenes, transitions, and its end',
  async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'sightline-obs-'));
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const [display, port] = [await openScreen(), await freeTcpPort()];
    const program = await startObs(home, display, port);
    const control = await connectTo(port);
    const ask = (type: string, data: object = {}) => control.find(type, z.unknown(), data);

    const all: SwitcherInput[][] = [];
    const stop = new AbortController();
    const address = `obs://:${password}@127.0.0.1:${port}`;
    const running = followSwitcher(switcherOf(address), (inputs) => all.push(inputs), stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    const on = (bus: 'program' | 'preview') =>
      (all.at(-1) ?? [])
        .filter((input) => input[bus])
        .map(({ name }) => name)
        .sort()
        .join(', ');
    const shows = (bus: 'program' | 'preview', names: string) =>
      until(`${names} is on ${bus}`, () => on(bus) === names, { timeoutMs: 20_000 });
    await shows('program', 'Scene');

    for (const sceneName of ['Wide', 'Talk', 'Nested']) await ask('CreateScene', { sceneName });
    const camera = (sceneName: string, inputName: string) =>
      ask('CreateInput', { sceneName, inputName, inputKind: 'color_source_v3', inputSettings: {} });
    await camera('Wide', 'Camera 1');
    await camera('Nested', 'Camera 2');
    await ask('CreateSceneItem', { sceneName: 'Talk', sourceName: 'Nested' });
    await ask('SetCurrentSceneTransition', { transitionName: 'Cut' });
    await ask('SetCurrentProgramScene', { sceneName: 'Wide' });
    await shows('program', 'Camera 1, Wide');

    await ask('SetStudioModeEnabled', { studioModeEnabled: true });
    await ask('SetCurrentPreviewScene', { sceneName: 'Talk' });
    await shows('preview', 'Camera 2, Nested, Talk');

    // During a fade, both are on air.
    await ask('SetCurrentSceneTransition', { transitionName: 'Fade' });
    await ask('SetCurrentSceneTransitionDuration', { transitionDuration: 2_000 });
    await ask('TriggerStudioModeTransition');
    await shows('program', 'Camera 1, Camera 2, Nested, Talk, Wide');
    await shows('program', 'Camera 2, Nested, Talk');
    await shows('preview', 'Camera 1, Wide');

    await ask('SetSceneItemEnabled', { sceneName: 'Nested', sceneItemId: 1, sceneItemEnabled: false });
    await shows('program', 'Nested, Talk');
    await ask('SetInputName', { inputName: 'Camera 1', newInputName: 'Stage left' });
    await shows('preview', 'Stage left, Wide');

    await end(program);
    await until('an OBS that is gone has no inputs', () => all.at(-1)?.length === 0);
    await startObs(home, display, port);
    await until('OBS has its inputs again', () => (all.at(-1)?.length ?? 0) > 0, { timeoutMs: startTimeoutMs });
    const wrong = ObsConnection.open(`ws://127.0.0.1:${port}`, ['wrong'], () => undefined, stop.signal);
    await expect(wrong).rejects.toThrow('OBS does not accept the password');
  },
  240_000,
);
