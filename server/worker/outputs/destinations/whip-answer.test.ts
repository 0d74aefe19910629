import { expect, test } from 'vitest';
import { DestinationFault } from './destination-fault';
import { payloadType, withAllowedCandidates } from './whip-answer';

const rights = { networks: { reaches: ['public' as const], named: [] }, ownServices: [] };
const answer = (...candidates: string[]) =>
  ['v=0', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 H264/90000', ...candidates, ''].join('\r\n');
const candidate = (host: string, transport = 'udp') => `a=candidate:1 1 ${transport} 2130706431 ${host} 7882 typ host`;

test('an answer leads nowhere that its destination may not reach', async () => {
  const [own, metadata, inside] = ['127.0.0.1', '169.254.169.254', '10.0.0.7'].map((host) => candidate(host));
  const sdp = answer(own ?? '', candidate('8.8.4.4'), metadata ?? '', inside ?? '', candidate('peer.local'));
  expect(await withAllowedCandidates(answer(candidate('8.8.8.8'), own ?? ''), rights)).toBe(
    answer(candidate('8.8.8.8')),
  );
  await expect(withAllowedCandidates(answer(own ?? '', metadata ?? '', inside ?? ''), rights)).rejects.toEqual(
    new DestinationFault('not_allowed'),
  );
  expect(await withAllowedCandidates(sdp, rights)).not.toMatch(/127\.0|169\.254|10\.0\.0|peer/);
  // The server calls first.
  expect(await withAllowedCandidates(answer(), rights)).toBe(answer());
});

test('an answer takes a codec under its own number, or not at all', () => {
  expect(payloadType(answer(), 'video', 'H264')).toBe(96);
  expect(payloadType(answer(), 'video', 'VP8')).toBeNull();
  expect(payloadType(answer(), 'audio', 'opus')).toBeNull();
  expect(payloadType(answer().replace('m=video 9', 'm=video 0'), 'video', 'H264')).toBeNull();
});
