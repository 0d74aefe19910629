import { RTCRtpCodecParameters, RTCRtpHeaderExtensionParameters } from 'werift';

/* What the worker offers LiveKit to send. */

export const h264 = new RTCRtpCodecParameters({
  mimeType: 'video/H264',
  clockRate: 90_000,
  payloadType: 96,
  rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
});

export const opus = new RTCRtpCodecParameters({
  mimeType: 'audio/opus',
  clockRate: 48_000,
  channels: 2,
  payloadType: 111,
  parameters: 'minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1',
});

export const midUri = 'urn:ietf:params:rtp-hdrext:sdes:mid';
export const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
/** When a frame was captured: https://webrtc.googlesource.com/src/+/main/docs/native-code/rtp-hdrext/abs-capture-time */
export const captureTimeUri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time';

/**
 * Audio is known by its SSRC. With the mid, too, it would give that extension a second id, and LiveKit would look for the
 * layers' mid under either (RFC 8843 7.1.3 wants one).
 */
export const headerExtensions = {
  video: [midUri, ridUri, captureTimeUri].map((uri) => new RTCRtpHeaderExtensionParameters({ uri })),
  audio: [],
};
