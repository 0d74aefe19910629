import { log } from '../log';
import type { Wire } from './wire';

const channel = 'sightline';
const connectTimeoutMs = 2_000;
const answerTimeoutMs = 2_000;
const aliveIntervalMs = 10_000;

async function makeClient(url: string) {
  // Loaded on use, because it takes a tenth of a gateway's start.
  const { createClient } = await import('@redis/client');
  return createClient({ url, socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false } });
}

type Client = Awaited<ReturnType<typeof makeClient>>;

interface Connection {
  client: Client;
  ended: Promise<void>;
}

/** Redis Pub/Sub, for many web processes. All users of one Redis server, in whichever database, share one channel. */
export function redisWire(url: string): Wire {
  let sender: Promise<Connection> | null = null;

  /** The sending connection, made on first use. */
  function sending(): Promise<Connection> {
    if (sender) return sender;
    const connecting = connect(url);
    const forget = () => {
      if (sender === connecting) sender = null;
    };
    connecting.then(({ ended }) => ended.then(forget), forget);
    sender = connecting;
    return connecting;
  }

  return {
    async send(texts) {
      const { client } = await sending();
      await answered(client, Promise.all(texts.map((text) => client.publish(channel, text))));
    },

    async listen(onText) {
      const { client, ended } = await connect(url);
      await answered(client, client.subscribe(channel, onText)).catch((error: unknown) => {
        drop(client);
        throw error;
      });
      // Only a request notices a connection that a firewall dropped silently.
      const alive = setInterval(
        () => answered(client, client.ping()).catch((error) => log.warn({ err: error }, 'bus: Redis does not answer')),
        aliveIntervalMs,
      );
      void ended.then(() => clearInterval(alive));
      return { ended, close: async () => drop(client) };
    },

    async close() {
      const connection = await sender?.catch(() => null);
      if (connection) drop(connection.client);
    },
  };
}

async function connect(url: string): Promise<Connection> {
  const client = await makeClient(url);
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.once('terminated', () => resolve());
  });
  client.on('error', (error) => log.warn({ err: error }, 'bus: connection to Redis lost'));
  await answered(client, client.connect());
  return { client, ended };
}

/** Redis's answer; a connection that does not answer in time is dropped. */
async function answered<Answer>(client: Client, answer: Promise<Answer>): Promise<Answer> {
  const timer = setTimeout(() => drop(client), answerTimeoutMs);
  return answer.finally(() => clearTimeout(timer));
}

function drop(client: Client): void {
  if (client.isOpen) client.destroy();
}
