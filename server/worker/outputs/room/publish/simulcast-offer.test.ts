import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RTCPeerConnection, RTCRtpCodecParameters, useSdesMid, useSdesRTPStreamId } from 'werift';
import { headerExtensionId, toSimulcastOffer } from './simulcast-offer';

const midUri = 'urn:ietf:params:rtp-hdrext:sdes:mid';
const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const linesOf = (sdp: string, kind: string) =>
  (sdp.split(/(?=^m=)/m).find((section) => section.startsWith(`m=${kind}`)) ?? '').split('\r\n');

describe("werift's own offer", () => {
  const connection = new RTCPeerConnection({
    iceServers: [],
    bundlePolicy: 'max-bundle',
    headerExtensions: { video: [useSdesMid(), useSdesRTPStreamId()], audio: [] },
    codecs: {
      video: [new RTCRtpCodecParameters({ mimeType: 'video/H264', clockRate: 90_000, payloadType: 96 })],
      audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 })],
    },
  });
  let audioSsrc: number;
  let original: string;
  let offer: string;

  beforeAll(async () => {
    connection.addTransceiver('video', { direction: 'sendonly' });
    audioSsrc = connection.addTransceiver('audio', { direction: 'sendonly' }).sender.ssrc;
    original = (await connection.createOffer()).sdp;
    offer = toSimulcastOffer(original, { video: 'camera', audio: 'microphone' });
  });
  afterAll(() => connection.close());

  test('announces the two layers of the video by rid alone', () => {
    const lines = linesOf(offer, 'video');
    expect(lines).toEqual(expect.arrayContaining(['a=rid:q send', 'a=rid:h send', 'a=simulcast:send q;h']));
    expect(lines.filter((line) => line.startsWith('a=msid'))).toEqual(['a=msid:- camera']);
    expect(lines.filter((line) => line.startsWith('a=ssrc'))).toEqual([]);
  });

  test('announces the audio by its SSRC: without one LiveKit never recognized it', () => {
    const lines = linesOf(offer, 'audio');
    expect(lines.filter((line) => line.startsWith('a=msid'))).toEqual(['a=msid:- microphone']);
    expect(lines.some((line) => line.startsWith(`a=ssrc:${audioSsrc} `))).toBe(true);
    expect(lines.filter((line) => /^a=(rid|simulcast)/.test(line))).toEqual([]);
  });

  test('finds the ids of the header extensions', () => {
    const mid = headerExtensionId(offer, 'video', midUri);
    const rid = headerExtensionId(offer, 'video', ridUri);
    expect(linesOf(offer, 'video')).toContain(`a=extmap:${mid} ${midUri}`);
    expect(linesOf(offer, 'video')).toContain(`a=extmap:${rid} ${ridUri}`);
    expect(headerExtensionId(offer, 'audio', midUri)).toBeUndefined();
  });

  test('leaves the offer unchanged without such a track', () => {
    expect(toSimulcastOffer(original, {})).toBe(original);
  });
});
