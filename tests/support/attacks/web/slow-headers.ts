import { holdPeers } from '../../network/tcp-peers';
import type { Attack } from '../attack';

/** Requests whose headers never end, a line a second. */
export const slowHeaders: Attack = {
  name: 'headers that never end, a line a second on 1,000 connections',
  run({ baseUrl }, signal) {
    let line = 0;
    return holdPeers(baseUrl, signal, {
      count: 1_000,
      everyMs: 1_000,
      open: (peers) => peers.openReader('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
      onRound: (peers) => peers.send(`X-Line-${line++}: 1\r\n`),
    });
  },
};
