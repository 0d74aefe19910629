import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

interface Documented {
  section: string;
  name: string;
  text: string;
}

/** The programs that read settings, in the order of the page. */
const programs = ['web', 'gateway', 'migrate', 'doctor'];
/** Depends on the machine that renders the page. */
const ofMachine = ['GATEWAY_ID'];

/** The settings of .env.example, each with the comment above it. */
function readExample(example: string): Documented[] {
  const documented: Documented[] = [];
  let section = '';
  let comment: string[] = [];
  for (const line of example.split('\n')) {
    const title = /^# ── (.*?) ─+$/.exec(line)?.[1];
    const name = /^#([A-Z][A-Z\d_]+)=/.exec(line)?.[1];
    if (title) section = title;
    else if (name) documented.push({ section, name, text: comment.join(' ') });
    if (/^# (?!──)/.test(line)) comment.push(line.slice(2));
    else comment = [];
  }
  return documented;
}

/** docs/configure.md: what .env.example says of each setting, with what the schemas say. */
export async function renderConfigure(): Promise<string> {
  const schemas = await readSchemas();
  const settings = readExample(readFileSync('.env.example', 'utf8'));
  const parts = settings.map(({ section, name, text }, index) => {
    const heading = section === settings[index - 1]?.section ? '' : `## ${section}\n\n`;
    const facts = factsOf(name, schemas);
    // One comment stands above several that belong together.
    const shown = text || (heading === '' ? `See \`${settings[index - 1]?.name}\`.` : '');
    return `${heading}### \`${name}\`\n\n${[shown, facts].filter((part) => part !== '').join('\n\n')}\n`;
  });
  return `${introduction}\n${parts.join('\n')}`;
}

const introduction = `# Configure

<!-- Made of .env.example and the settings' schemas: change those, then npx vitest run --project architecture tests/architecture/docs.test.ts -u -->

Every setting is an environment variable. \`npm start\` needs none; with it, put yours into the file \`.env\` beside
\`package.json\`, which nobody else may read (\`chmod 600 .env\`). Programs that start alone (\`node dist/NAME.mjs\`, containers) read the environment only. A setting that is missing
or wrong stops the program at its start, with a sentence that names it.
`;

const composeNames = new Set([
  'COMPOSE_PROFILES',
  ...[...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
]);

type Schemas = Record<string, Record<string, z.ZodType>>;

async function readSchemas(): Promise<Schemas> {
  const schemas: Schemas = {};
  for (const file of readdirSync('lib/platform/env').filter((name) => name.endsWith('-env.ts'))) {
    const exported: Record<string, unknown> = await import(path.resolve('lib/platform/env', file));
    const schema = Object.values(exported).find((value) => value instanceof z.ZodObject);
    if (schema instanceof z.ZodObject) schemas[file.replace('-env.ts', '')] = schema.shape;
  }
  return schemas;
}

function factsOf(name: string, schemas: Schemas): string {
  const readers = programs.filter((program) => schemas[program]?.[name]);
  const schema = schemas[readers[0] ?? 'all-in-one']?.[name];
  if (!schema) return composeNames.has(name) ? 'Read by Docker Compose.' : 'Read by a script.';
  const who = readers.length > 0 ? readers.join(', ') : '`npm start`';
  const unset = ofMachine.includes(name) ? { success: true, data: undefined } : schema.safeParse(undefined);
  if (!unset.success) return `Read by ${who}. Needed where they start alone.`;
  const value = String(unset.data ?? '');
  return value === '' ? `Read by ${who}.` : `Read by ${who}. Default: \`${value}\`.`;
}
