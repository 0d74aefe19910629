import { expect, test } from 'vitest';
import { highestLayer } from './highest-layer';

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');
const head = lines('v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1');
const audio = lines('m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', 'a=rtpmap:111 opus/48000/2');
const video = ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1', 'a=rtpmap:96 H264/90000'];

/** A video's section with these layers, in LiveKit's answer or a client's offer. */
const layered = (direction: 'send' | 'recv', rids: string[], simulcast: string) =>
  lines(...video, ...rids.map((rid) => `a=rid:${rid} ${direction}`), `a=simulcast:${direction} ${simulcast}`);

test.each([
  ['OBS', ['0', '1', '2'], '0', '0;~1;~2'],
  ['LiveKit’s clients', ['q', 'h', 'f'], 'f', '~q;~h;f'],
  ['mediasoup’s clients', ['r0', 'r1', 'r2'], 'r2', '~r0;~r1;r2'],
  ['a page with words', ['high', 'mid', 'low'], 'high', 'high;~mid;~low'],
  ['a page with other words', ['Low', 'High'], 'High', '~Low;High'],
])('of the layers of %s, the highest is taken and the others are paused', (_, rids, highest, answered) => {
  const { offer, toClient } = highestLayer(head + audio + layered('send', rids, rids.join(';')));
  expect(offer).toBe(head + audio + layered('send', [highest], highest));
  const answer = head + audio + layered('recv', [highest], highest);
  expect(toClient(answer)).toBe(head + audio + layered('recv', rids, answered));
});

test('layers that begin paused, or have alternatives and limits, keep their names', () => {
  const rids = ['a=rid:0 send max-width=1280', 'a=rid:9 send pt=97', 'a=rid:1 send', 'a=rid:01 send'];
  const { offer, toClient } = highestLayer(head + lines(...video, ...rids, 'a=simulcast: send 0,9;~1;01'));
  expect(offer).toBe(head + lines(...video, 'a=rid:0 send max-width=1280', 'a=simulcast:send 0'));
  expect(toClient(head + layered('recv', ['0'], '0'))).toBe(head + layered('recv', ['0', '1', '01'], '0;~1;~01'));
});

test.each([
  ['one video without layers', head + audio + lines(...video)],
  ['one layer', head + layered('send', ['0'], '0')],
  ['sound alone', head + audio],
  ['bare line feeds', `${head}${lines(...video)}`.replaceAll('\r\n', '\n')],
  ['nothing of SDP', 'nonsense'],
])('an offer with %s stays as it is, and so does its answer', (_, sdp) => {
  const { offer, toClient } = highestLayer(sdp);
  expect([offer, toClient(sdp)]).toEqual([sdp, sdp]);
});
