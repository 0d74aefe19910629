import { readFileSync } from 'node:fs';
import { descendants } from './processes';

/** The API key and secret of the livekit-server that a product has started. @throws when there is none */
export function livekitKeys(productPid: number): { apiKey: string; apiSecret: string } {
  const server = descendants(productPid).find(
    ({ command }) => command.includes('livekit') && command.includes('--config'),
  );
  const configPath = server?.command.split('--config ')[1];
  if (!configPath) throw new Error('no livekit-server');
  const [, json = '{}'] = readFileSync(configPath, 'utf8').match(/^keys: (.*)$/m) ?? [];
  const keys = JSON.parse(json) as Record<string, string>;
  const [entry] = Object.entries(keys);
  if (!entry) throw new Error('a livekit-server without keys');
  return { apiKey: entry[0], apiSecret: entry[1] };
}
