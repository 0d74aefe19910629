import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { WebSocket } from 'ws';
import { openBus } from '@/lib/platform/bus/open-bus';
import { type Cable, type CableOptions, openCable } from '@/server/web/cable/open-cable';
import { TrustedProxies } from '@/server/web/trusted-proxies';
import { upgradeHandler } from '@/server/web/upgrade-handler';
import { until } from '../until';
import { tokenProtocol } from './token-protocol';

export interface RunningCable {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const noLivekit = { upgrade: () => undefined };

type StartOptions = Partial<CableOptions> & { port?: number; trustedProxyCount?: number };

/** Serves /cable on a port of its own, on the test's database and bus. */
export async function startCable(options: StartOptions = {}): Promise<RunningCable> {
  const { port = 0, trustedProxyCount = 0, ...cableOptions } = options;
  const proxies = new TrustedProxies({ count: trustedProxyCount, addresses: ['127.0.0.1'] });
  const cable: Cable = openCable({
    bus: openBus(),
    allowedOrigins: [],
    maxConnectionsPerUser: 1_000,
    maxConnectionsPerAddress: 1_000,
    ...cableOptions,
  });
  const server: Server = createServer();
  server.on('upgrade', upgradeHandler({ server, proxies, cable, livekit: noLivekit, handleWithNext: null }));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the cable');
  return {
    url: `ws://127.0.0.1:${address.port}/cable`,
    port: address.port,
    async stop() {
      server.close();
      await cable.close();
    },
  };
}

/** Serves /cable while the tests of a file run. */
export function serveCable(options: StartOptions = {}): { readonly url: string } {
  let running: RunningCable | undefined;
  beforeAll(async () => {
    running = await startCable(options);
  });
  afterAll(() => running?.stop());
  return {
    get url() {
      if (!running) throw new Error('The cable is served only while tests run.');
      return running.url;
    },
  };
}

/** A parsed frame of the server. */
export interface Frame {
  type?: string;
  identifier?: string;
  message?: { type: string; stream_id?: string; [field: string]: unknown };
  reason?: string;
  reconnect?: boolean;
}

/** A client that sends and receives raw frames. */
export class RawClient {
  /** All received frames as text, except pings. */
  readonly texts: string[] = [];
  readonly pings: number[] = [];
  isClosed = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const text = String(data);
      const frame: { type?: string; message?: number } = JSON.parse(text);
      if (frame.type === 'ping') this.pings.push(Number(frame.message));
      else this.texts.push(text);
    });
    socket.on('close', () => {
      this.isClosed = true;
    });
    socket.on('error', () => undefined);
  }

  /** Connects without waiting for anything. */
  static open(url: string, protocols: string[], headers: Record<string, string> = {}): RawClient {
    const client = new RawClient(new WebSocket(url, protocols, { headers, perMessageDeflate: false }));
    opened.add(client);
    return client;
  }

  /** Connects and waits for the welcome. */
  static async welcome(url: string, token: string): Promise<RawClient> {
    const client = RawClient.open(url, ['actioncable-v1-json', tokenProtocol(token)]);
    await client.frame(({ type }) => type === 'welcome');
    return client;
  }

  get frames(): Frame[] {
    return this.texts.map((text) => JSON.parse(text) as Frame);
  }

  /** The messages received for one identifier. */
  messages(identifier: string): NonNullable<Frame['message']>[] {
    return this.frames.flatMap((frame) => (frame.identifier === identifier && frame.message ? [frame.message] : []));
  }

  /** Waits for a frame, or returns one that has already arrived. */
  frame(matches: (frame: Frame) => boolean): Promise<Frame> {
    return until('a frame that matches arrives', () => this.frames.find(matches));
  }

  send(command: string, identifier: string): void {
    this.socket.send(JSON.stringify({ command, identifier }));
  }

  /** Subscribes and waits for the answer. @returns `confirm_subscription` or `reject_subscription` */
  async subscribe(identifier: string): Promise<string> {
    this.send('subscribe', identifier);
    const { type } = await this.frame((frame) => frame.identifier === identifier && frame.type !== undefined);
    return type ?? '';
  }

  /**
   * Waits until the server has carried out everything sent before: commands are carried out in order, and an unknown
   * channel is always answered.
   */
  async settled(): Promise<void> {
    await this.subscribe(JSON.stringify({ channel: 'Nowhere', nonce: Math.random() }));
  }

  /** Waits until the connection ends. @returns the server's disconnect frame */
  async ended(): Promise<Frame | undefined> {
    await until('the connection has ended', () => this.isClosed);
    return this.frames.findLast(({ type }) => type === 'disconnect');
  }
}

const opened = new Set<RawClient>();

afterEach(() => {
  for (const client of opened) client.socket.terminate();
  opened.clear();
});

/** The identifiers of the channels. */
export const identifiers = {
  streams: '{"channel":"StreamsChannel"}',
  events: '{"channel":"EventsChannel"}',
  tally: '{"channel":"TallyChannel"}',
  comments: '{"channel":"CommentsChannel"}',
  marks: '{"channel":"MarksChannel"}',
  crew: '{"channel":"CrewChannel"}',
  status: (streamId: string): string => JSON.stringify({ channel: 'StreamStatusChannel', stream_id: streamId }),
  metrics: (streamId: string): string => JSON.stringify({ channel: 'StreamMetricsChannel', stream_id: streamId }),
};
