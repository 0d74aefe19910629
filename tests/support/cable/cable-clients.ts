import { type Channel, createCable } from '@anycable/core';
import * as actionCable from '@rails/actioncable';
import { WebSocket } from 'ws';
import { tokenProtocol } from './token-protocol';

export interface ClientSubscription {
  /** All events of the subscription, in order. */
  events: string[];
  /** Only the messages. */
  messages: { type: string; [field: string]: unknown }[];
  unsubscribe(): void;
}

/** A common interface of the unmodified npm clients. */
export interface CableClient {
  subscribe(channel: string, params?: Record<string, string>): ClientSubscription;
  isConnected(): boolean;
  close(): void;
}

export type ConnectClient = (url: string, token: string) => CableClient;

// The official client expects a browser's globals.
Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined });
actionCable.adapters.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;

/** Properties that its type definitions omit. */
type UntypedConsumer = actionCable.Consumer & { connection: { disconnected: boolean; isOpen(): boolean } };

/** @rails/actioncable, the official client. */
const connectActionCable: ConnectClient = (url, token) => {
  const consumer = actionCable.createConsumer(url) as UntypedConsumer;
  consumer.addSubProtocol(tokenProtocol(token));
  consumer.connect();
  return {
    subscribe(channel, params = {}) {
      const [events, messages]: [string[], ClientSubscription['messages']] = [[], []];
      const subscription = consumer.subscriptions.create(
        { channel, ...params },
        {
          connected: () => events.push('connected'),
          rejected: () => events.push('rejected'),
          disconnected: () => events.push('disconnected'),
          received: (message: ClientSubscription['messages'][number]) => {
            events.push('received');
            messages.push(message);
          },
        },
      );
      return { events, messages, unsubscribe: () => subscription.unsubscribe() };
    },
    isConnected: () => !consumer.connection.disconnected && consumer.connection.isOpen(),
    close: () => consumer.disconnect(),
  };
};

/** @anycable/core. It cannot add a subprotocol, so the token is in the query. */
const connectAnyCable: ConnectClient = (url, token) => {
  const cable = createCable(`${url}?token=${token}`, { websocketImplementation: WebSocket, logLevel: 'error' });
  // Failures show in its state.
  cable.connect().catch(() => undefined);
  return {
    subscribe(name, params = {}) {
      const [events, messages]: [string[], ClientSubscription['messages']] = [[], []];
      const channel: Channel = cable.subscribeTo(name, params);
      channel.on('connect', () => events.push('connected'));
      channel.on('disconnect', () => events.push('disconnected'));
      channel.on('close', (error) => events.push(error ? 'rejected' : 'closed'));
      channel.on('message', (message) => {
        events.push('received');
        messages.push(message as unknown as ClientSubscription['messages'][number]);
      });
      return { events, messages, unsubscribe: () => void channel.disconnect() };
    },
    isConnected: () => cable.state === 'connected',
    close: () => cable.disconnect(),
  };
};

export const clients: [name: string, connect: ConnectClient][] = [
  ['@rails/actioncable', connectActionCable],
  ['@anycable/core', connectAnyCable],
];
