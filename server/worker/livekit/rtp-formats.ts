import { RTCRtpCodecParameters, RTCRtpHeaderExtensionParameters } from 'werift';

/* The RTP formats that the worker offers to LiveKit. */

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
 * Audio is identified by its SSRC. A mid for audio would get a second extension id, and LiveKit would look for the
 * layers' mid under either (RFC 8843, 7.1.3).
 */
export const headerExtensions = {
  video: [midUri, ridUri, captureTimeUri].map((uri) => new RTCRtpHeaderExtensionParameters({ uri })),
  audio: [],
};
