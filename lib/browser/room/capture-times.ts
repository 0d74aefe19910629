/** https://webrtc.googlesource.com/src/+/main/docs/native-code/rtp-hdrext/abs-capture-time */
const captureTimeUri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time';
/** From 1900 (NTP) to 1970 (Unix). */
const ntpEpochMs = 2_208_988_800_000;
const rtpTicksPerMs = 90;

/** https://w3c.github.io/webrtc-extensions/#rtp-header-extension-control, which TypeScript's library does not have yet. */
type ExtensionControl = Pick<RTCRtpTransceiver, 'receiver'> & {
  getHeaderExtensionsToNegotiate?(): { uri: string; direction: RTCRtpTransceiverDirection }[];
  setHeaderExtensionsToNegotiate?(extensions: { uri: string; direction: RTCRtpTransceiverDirection }[]): void;
};

/** https://w3c.github.io/webrtc-extensions/#rtcrtpcontributingsource-extensions */
type CaptureSource = RTCRtpSynchronizationSource & { captureTimestamp?: number };

let areRequested = false;

/**
 * Has this page's connections ask for the capture times of frames, which browsers know and do not ask for by themselves.
 * LiveKit's client makes its transceivers by itself and has no option for it, hence the wrapped method. Browsers without
 * the control stay as they are.
 */
export function requestCaptureTimes(): void {
  if (areRequested) return;
  areRequested = true;
  const { addTransceiver } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.addTransceiver = function (this: RTCPeerConnection, ...args) {
    const transceiver = addTransceiver.apply(this, args);
    requestCaptureTime(transceiver);
    return transceiver;
  };
}

function requestCaptureTime(transceiver: ExtensionControl): void {
  const extensions = transceiver.getHeaderExtensionsToNegotiate?.();
  const captureTime = extensions?.find(({ uri }) => uri === captureTimeUri);
  if (!extensions || !captureTime || transceiver.receiver.track.kind !== 'video') return;
  captureTime.direction = 'sendrecv';
  transceiver.setHeaderExtensionsToNegotiate?.(extensions);
}

/**
 * When a frame was captured, by the clock of the worker that sent it.
 * @param source what the receiver last received
 * @param rtpTimestamp of the frame
 * @returns milliseconds since 1970; null where the browser or the worker does not say
 */
export function captureTimeMs(source: CaptureSource | undefined, rtpTimestamp: number | undefined): number | null {
  if (source?.captureTimestamp === undefined || rtpTimestamp === undefined) return null;
  // A difference of two 32-bit counters, which wrap.
  const sinceSourceMs = ((rtpTimestamp - source.rtpTimestamp) | 0) / rtpTicksPerMs;
  return source.captureTimestamp - ntpEpochMs + sinceSourceMs;
}
