import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { descendants, untilGone } from '../support/product/processes';
import { productEnv, removeDataDir } from '../support/product/product';
import { until } from '../support/until';

test('npm start comes up, and nothing outlives an npm that gets SIGTERM, as service managers send it', async () => {
  const env = await productEnv();
  const npm = spawn('npm', ['start'], { stdio: 'ignore', env: Object.assign({}, process.env, env) });
  try {
    const url = `http://${env.HOST}:${env.PORT}/readyz`;
    await until(
      'npm start answers /healthz',
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeoutMs: 60_000 },
    );
    const pids = descendants(npm.pid ?? 0).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(4);
    npm.kill('SIGTERM');
    await untilGone(pids, 20_000);
  } finally {
    npm.kill('SIGKILL');
    await removeDataDir(env);
  }
}, 90_000);
