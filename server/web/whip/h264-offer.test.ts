import { expect, test } from 'vitest';
import { h264Offer } from './h264-offer';

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');
const sound = ['m=audio 9 UDP/TLS/RTP/SAVPF 111 0', 'a=rtpmap:111 opus/48000/2', 'a=rtcp-fb:111 transport-cc'];
const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const h264 = ['a=rtpmap:103 H264/90000', 'a=rtcp-fb:103 nack pli', 'a=fmtp:103 packetization-mode=1'];
const again = ['a=rtpmap:104 rtx/90000', 'a=fmtp:104 apt=103'];
const vp8 = ['a=rtpmap:96 VP8/90000', 'a=rtcp-fb:96 nack', 'a=rtpmap:97 rtx/90000', 'a=fmtp:97 apt=96'];
const layers = ['a=rid:0 send', 'a=rid:1 send', 'a=simulcast:send 0;1'];

test('of what Chromium offers, H.264 and its retransmission are left', () => {
  const offer = lines(
    ...session,
    ...sound,
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104',
    ...vp8,
    ...h264,
    ...again,
    ...layers,
  );
  const left = lines(...session, ...sound, 'm=video 9 UDP/TLS/RTP/SAVPF 103 104', ...h264, ...again, ...layers);
  expect(h264Offer(offer)).toBe(left);
});

test.each([
  ['H.264 alone', lines(...session, 'm=video 9 UDP/TLS/RTP/SAVPF 103', ...h264)],
  ['lower case and bare line feeds', 'v=0\nm=video 9 RTP/SAVPF 103\na=rtpmap:103 h264/90000\n'],
  ['sound alone', lines(...session, ...sound)],
  ['nothing of SDP', 'nonsense'],
])('an offer with %s stays as it is', (_, offer) => expect(h264Offer(offer)).toBe(offer));

test.each([
  ['VP8 alone', lines(...session, ...sound, 'm=video 9 UDP/TLS/RTP/SAVPF 96 97', ...vp8)],
  ['a video without codecs', lines(...session, 'm=video 9 UDP/TLS/RTP/SAVPF 96')],
])('an offer with %s has no H.264', (_, offer) => expect(h264Offer(offer)).toBeNull());
