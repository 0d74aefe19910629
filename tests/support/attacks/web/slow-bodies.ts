import { holdPeers, signInHead } from '../../network/tcp-peers';
import type { Attack } from '../attack';

/** Requests whose bodies never end, a byte a second. */
export const slowBodies: Attack = {
  name: 'bodies that never end, a byte a second on 1,000 connections',
  run: ({ baseUrl }, signal) =>
    holdPeers(baseUrl, signal, {
      count: 1_000,
      everyMs: 1_000,
      open: (peers) => peers.openReader(signInHead),
      onRound: (peers) => peers.send(' '),
    }),
};
