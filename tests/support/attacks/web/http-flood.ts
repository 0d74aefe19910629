import { Agent, get } from 'node:http';
import type { Attack, AttackTarget } from '../attack';

const connections = 50;
/** Linux has all of 127.0.0.0/8: the flood comes from another network than everybody else. */
export const floodAddress = process.platform === 'linux' ? '127.0.0.9' : undefined;
const paths = ['/healthz', '/login', '/', '/api/v1/openapi.json', '/absent'];

async function ask(url: string, agent: Agent): Promise<void> {
  await new Promise<void>((resolve) => {
    const request = get(url, { agent, localAddress: floodAddress }, (response) =>
      response.resume().once('close', resolve),
    );
    // A refused connection is an answer, too.
    request.once('error', () => resolve());
  });
}

/** Requests that need no account, as fast as they are answered. */
export const httpFlood: Attack = {
  name: `${connections} connections that ask for pages and /healthz without a pause`,
  async run({ baseUrl }: AttackTarget, signal) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    signal.addEventListener('abort', () => agent.destroy());
    const askForever = async (first: number) => {
      for (let index = first; !signal.aborted; index++) await ask(`${baseUrl}${paths[index % paths.length]}`, agent);
    };
    await Promise.all(Array.from({ length: connections }, (_, index) => askForever(index)));
  },
};
