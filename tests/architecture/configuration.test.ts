import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadYaml } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Every setting, by the schemas of lib/platform/env. */
async function readSettings(): Promise<string[]> {
  const settings = new Set<string>();
  for (const file of readdirSync('lib/platform/env').filter((name) => name.endsWith('-env.ts'))) {
    const exported: Record<string, unknown> = await import(path.resolve('lib/platform/env', file));
    for (const schema of Object.values(exported)) {
      if (schema instanceof z.ZodObject) for (const name of Object.keys(schema.shape)) settings.add(name);
    }
  }
  return [...settings].sort();
}

/** Read by scripts, which run before there are packages to check settings with. */
const settingsOfScripts = ['CHROMIUM_PATH', 'LIVEKIT_SERVER_BIN', 'SEED_PASSWORD'];
/** Drivers set these for workers; nobody sets them by hand. */
const settingsOfDrivers = ['WORKER_SPEC', 'WORKER_HOST'];
/** Read by docker-compose.yml itself. */
const settingsOfCompose = (known: string[]): string[] => [
  'COMPOSE_PROFILES',
  ...new Set(names(readFileSync('docker-compose.yml', 'utf8'), /\$\{(\w+)/g).filter((name) => !known.includes(name))),
];

test('.env.example documents every setting, and nothing that is none', async () => {
  const settings = (await readSettings()).filter((name) => !settingsOfDrivers.includes(name));
  const documented = names(readFileSync('.env.example', 'utf8'), /^#([A-Z][A-Z\d_]+)=/gm);
  expect(settings.length).toBeGreaterThan(30);
  expect(documented.sort()).toEqual([...settings, ...settingsOfScripts, ...settingsOfCompose(settings)].sort());
});

test('each program has its own settings: AUTH_SECRET is the web’s alone', async () => {
  const { webEnvSchema } = await import('@/lib/platform/env/web-env');
  const { gatewayEnvSchema } = await import('@/lib/platform/env/gateway-env');
  const { migrateEnvSchema } = await import('@/lib/platform/env/migrate-env');
  expect(Object.keys(webEnvSchema.shape)).toContain('AUTH_SECRET');
  expect(Object.keys(gatewayEnvSchema.shape)).not.toContain('AUTH_SECRET');
  expect(Object.keys(migrateEnvSchema.shape).sort()).toEqual([
    'DATABASE_DIRECT_URL',
    'DATABASE_URL',
    'LOG_LEVEL',
    'NODE_ENV',
  ]);
});

/** In JSON Schema; `anyOf` adds names that Node reads itself. */
interface SettingNames {
  enum?: string[];
  anyOf?: SettingNames[];
}

test('one version is everywhere: package.json’s', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { version: string };
  const chart = loadYaml<{ version: string; appVersion: string }>(readFileSync('deploy/chart/Chart.yaml', 'utf8'));
  expect(lock.version).toBe(version);
  expect(chart).toMatchObject({ version, appVersion: version });
  expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`image: \${SIGHTLINE_IMAGE:-sightline:${version}}`);
});

describe('deploy/chart', () => {
  const schema = JSON.parse(readFileSync('deploy/chart/values.schema.json', 'utf8')) as {
    properties: Record<string, { properties: Record<'env' | 'secretEnv', { propertyNames: SettingNames }> }>;
  };
  /** One chart is one shape: a port of its own, workers as Pods, https by the Ingress, no data folder. */
  const folders = ['DATA_DIR', 'BACKUP_DIR', 'HTTPS_FOLDER', 'RECORDINGS_DIR'];
  const ofOtherShapes = ['NODE_ENV', ...folders, 'HTTPS_PORT', 'WORKER_STATE_DIR'];
  const ofProgram = { web: 'web-env', gateway: 'gateway-env' };

  test.each(Object.entries(ofProgram))(
    'takes each setting of %s at one place: a value of its own, env, or secretEnv for a secret',
    async (program, file) => {
      const { secretSettings } = await import('@/lib/platform/env/secret-settings');
      const exported: Record<string, unknown> = await import(path.resolve('lib/platform/env', file));
      const settings = Object.keys((exported[`${program}EnvSchema`] as z.ZodObject).shape);
      const files = [`${program}.yaml`, '_helpers.tpl'];
      const template = files.map((name) => readFileSync(`deploy/chart/templates/${name}`, 'utf8')).join('\n');
      const further = settings
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(template) && !ofOtherShapes.includes(name))
        .sort();
      const { env, secretEnv } = schema.properties[program]?.properties ?? {};
      expect(env?.propertyNames.anyOf?.[0]?.enum).toEqual(further.filter((name) => !secretSettings.includes(name)));
      expect(secretEnv?.propertyNames.enum).toEqual(further);
    },
  );
});

/** A compose file's services, each with its lines. */
function readServices(file: string): Map<string, string> {
  const text = readFileSync(file, 'utf8');
  const [, body = ''] = /^services:\n([\s\S]*?)^(?:volumes|configs|networks):/m.exec(text) ?? [];
  const parts = body.split(/^ {2}(\w+):\n/m).slice(1);
  return new Map(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])));
}

const tuningPath = 'deploy/livekit/livekit.yaml';
const tuning = loadYaml<{ rtc: Record<string, unknown>; video: unknown }>(readFileSync(tuningPath, 'utf8'));

describe(tuningPath, () => {
  const settings = {
    port: 7880,
    rtcPort: 7882,
    tcpPort: 7881,
    stunPort: 3479,
    metrics: null,
    keys: { 'key: 1': 'secret', former: 'another' },
    nodeIp: null,
    hasPublicSignalling: false,
  };

  test.each([true, false])(
    'is what all-in-one gives to livekit-server; media on loopback alone: %s',
    async (isAlone) => {
      const { livekitConfiguration } = await import('@/server/all-in-one/livekit');
      expect(loadYaml(await livekitConfiguration({ ...settings, loopbackOnly: isAlone }))).toEqual({
        ...tuning,
        rtc: {
          ...tuning.rtc,
          stun_servers: ['127.0.0.1:3479'],
          udp_port: 7882,
          tcp_port: 7881,
          enable_loopback_candidate: true,
          ...(isAlone && { node_ip: '127.0.0.1', interfaces: { includes: ['lo', 'lo0'] } }),
        },
        port: 7880,
        bind_addresses: ['127.0.0.1'],
        keys: { 'key: 1': 'secret', former: 'another' },
        logging: { level: 'warn', json: true },
      });
    },
  );

  test('gives browsers the address of NODE_IP', async () => {
    const { livekitConfiguration } = await import('@/server/all-in-one/livekit');
    const text = await livekitConfiguration({ ...settings, loopbackOnly: false, nodeIp: '192.0.2.10' });
    expect(loadYaml(text)).toMatchObject({ rtc: { node_ip: '192.0.2.10', tcp_port: 7881 } });
  });

  test('is what docs/kubernetes.md gives to LiveKit’s chart, and settings are nowhere else', () => {
    const page = readFileSync('docs/kubernetes.md', 'utf8');
    expect(page).toContain(`sed 's/^/  /' ${tuningPath}`);
    expect(page).toContain('--post-renderer deploy/livekit/unquote-layers.sh');
    for (const file of [...composeFiles, 'docs/kubernetes.md', 'server/all-in-one/livekit.ts']) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/congestion_control|packet_tracker/);
    }
  });

  test('keeps its numbers of layers through Helm, which makes strings of them', () => {
    const input = '      packet_tracker:\n        "0":\n          cycle_duration: 2s\n        "1": {}\n    name: "2"\n';
    const { stdout } = spawnSync('deploy/livekit/unquote-layers.sh', { input, encoding: 'utf8' });
    expect(stdout).toBe(input.replace('"0"', '0').replace('"1"', '1'));
  });
});

/^(?:NODE_ENV|DATABASE_DIRECT_URL|DATA_DIR|HTTPS_\w+|WORKER_(?:DRIVER|USER_ID)|KUBERNETES_\w+)$/;
const composeFiles = ['docker-compose.yml', 'docker-compose.dev.yml'];

describe.each(composeFiles)('%s', (file) => {
  const text = readFileSync(file, 'utf8');
  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  const compose = (env: Record<string, string>) =>
    spawnSync('docker', ['compose', '--file', file, '--env-file', '/dev/null', 'config', '--quiet'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env, NODE_ENV: 'test' },
    });
  const needed = Object.fromEntries(names(text, /\$\{(\w+):\?/g).map((name) => [name, 'x']));

  test('pins every image', () => {
    const images = names(text, /^ {4}image: (\S+)$/gm);
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+/);
  });

  test('lets no service gain rights', () => {
    for (const [, lines] of readServices(file)) expect(lines).toMatch(/no-new-privileges:true|<<: \*program/);
  });

  test('gives Sightline a database role that is no superuser', () => {
    // POSTGRES_USER would be one.
    expect(text).not.toContain('POSTGRES_USER');
    const [, script = ''] = / {6}- \.\/(\S+?\.sql):/.exec(text) ?? [];
    const sql = script ? readFileSync(script, 'utf8') : text;
    expect(sql).toContain('CREATE DATABASE sightline OWNER sightline;');
  });

  test('runs the same livekit-server as npm start, which tells browsers of no public servers', async () => {
    const { livekitVersion } = await import('@/scripts/find-livekit.mjs');
    expect(text).toContain(`livekit/livekit-server:v${livekitVersion}`);
    expect(readServices(file).get('livekit')).toContain(`
    command: [--config, /etc/livekit.yaml]
    environment:
`);
    expect(readServices(file).get('livekit')).toContain(`
    volumes:
      - ./${tuningPath}:/etc/livekit.yaml:ro
`);
    // It would go before the file.
    expect(text).not.toContain('LIVEKIT_CONFIG');
    expect(tuning.rtc.stun_servers).toEqual(['127.0.0.1:3478']);
  });

  test.skipIf(!hasCompose)('is valid for docker compose, and refuses to run without its secrets', () => {
    expect(compose(needed)).toMatchObject({ status: 0, stderr: '' });
    expect(compose({}).stderr).toContain('set POSTGRES_PASSWORD in .env');
  });
});

describe('docker-compose.dev.yml', () => {
  test('opens ports on this machine alone, and checks every service', () => {
    const services = readServices('docker-compose.dev.yml');
    expect([...services.keys()]).toEqual(['postgres', 'livekit']);
    for (const [, lines] of services) {
      expect(lines).toContain('    healthcheck:\n');
      for (const port of names(lines, /^ {6}- (\S*\d+:\d+\S*)$/gm)) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });
});

describe('docker-compose.yml', () => {
  const services = readServices('docker-compose.yml');
  const settingsOf = (service: string) => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const lines = services.get(service) ?? '';
    const shared = /^x-shared-settings: &shared\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '';
    return [
      ...names(lines, /^ {6}([A-Z\d_]+):/gm),
      ...(lines.includes('<<: *shared') ? names(shared, /^ {2}([A-Z\d_]+):/gm) : []),
    ];
  };

  test('is the whole product, and checks all of it that goes on', () => {
    const all = ['backup', 'caddy', 'exporter', 'gateway', 'livekit', 'migrate', 'postgres', 'redis', 'tally', 'web'];
    expect([...services.keys()].sort()).toEqual(all);
    // The exporter opens no port: another one takes up what one that hangs has left.
    for (const service of ['postgres', 'redis', 'livekit', 'web', 'gateway']) {
      expect(services.get(service)).toContain('    healthcheck:\n');
    }
  });

  // Set by the image, and what is inside of a container is settled.
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'GATEWAY_HOST'];
  /** One gateway, whose workers are beside it, and that is not root; no pooler before its Postgres; https by Caddy. */
  const ofOtherShapes = [
    ...[
      'DATA_DIR',
      'BACKUP_DIR',
      'DATABASE_DIRECT_URL',
      'WORKER_USER_ID',
      'WORKER_DRIVER',
      'HTTPS_PORT',
      'HTTPS_FOLDER',
    ],
    ...['KUBERNETES_INSTALLATION', 'KUBERNETES_NAMESPACE', 'KUBERNETES_POD_TEMPLATE', 'KUBERNETES_WORKER_IMAGE'],
  ];

  test('hands each program every setting that it has, and no other', async () => {
    const { webEnvSchema } = await import('@/lib/platform/env/web-env');
    const { gatewayEnvSchema } = await import('@/lib/platform/env/gateway-env');
    const { migrateEnvSchema } = await import('@/lib/platform/env/migrate-env');
    const { exporterEnvSchema } = await import('@/lib/platform/env/exporter-env');
    const { backupEnvSchema } = await import('@/lib/platform/env/backup-env');
    const { tallyAgentEnvSchema } = await import('@/lib/platform/env/tally-agent-env');
    const without = (names: string[]) => names.filter((name) => ![...fixed, ...ofOtherShapes].includes(name)).sort();
    expect(settingsOf('web').sort()).toEqual(without(Object.keys(webEnvSchema.shape)));
    expect(settingsOf('gateway').sort()).toEqual(without(Object.keys(gatewayEnvSchema.shape)));
    expect(settingsOf('exporter').sort()).toEqual(without(Object.keys(exporterEnvSchema.shape)));
    expect(settingsOf('tally').sort()).toEqual(without(Object.keys(tallyAgentEnvSchema.shape)));
    expect(settingsOf('migrate').sort()).toEqual(without(Object.keys(migrateEnvSchema.shape)));
    expect(settingsOf('backup').sort()).toEqual(['BACKUP_DIR', ...without(Object.keys(backupEnvSchema.shape))].sort());
  });

  test('reads each setting of .env.example, or docs/install.md says what Compose does instead', () => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const unread = names(readFileSync('.env.example', 'utf8'), /^#?([A-Z\d_]+)=/gm).filter(
      (name) => !text.includes(`\${${name}:`) && name !== 'COMPOSE_PROFILES',
    );
    const page = readFileSync('docs/install.md', 'utf8');
    const told = names(
      page.slice(page.indexOf('except those that Compose decides'), page.indexOf('For https')),
      /`([A-Z_…]+)`/g,
    );
    expect(
      unread.filter(
        (name) => !told.some((one) => name === one || (one.endsWith('…') && name.startsWith(one.slice(0, -1)))),
      ),
    ).toEqual([]);
    expect(told.filter((name) => !name.endsWith('…') && !unread.includes(name))).toEqual([]);
  });
});
