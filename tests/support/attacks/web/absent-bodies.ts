import { holdPeers, signInHead } from '../../network/tcp-peers';
import type { Attack } from '../attack';

/** Requests whose bodies never come. */
export const absentBodies: Attack = {
  name: 'bodies that never come, on 1,000 connections',
  run: ({ baseUrl }, signal) =>
    holdPeers(baseUrl, signal, { count: 1_000, everyMs: 100, open: (peers) => peers.openReader(signInHead) }),
};
