import type { BrowserContext } from '@playwright/test';

/** Has the pages of a context not tell LiveKit when packets arrive, so that it never knows a narrow downlink. */
export const hideArrivals = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setRemoteDescription } = RTCPeerConnection.prototype;
    const told =
      /^a=(rtcp-fb:\d+ (transport-cc|goog-remb)|extmap:\d+ \S*transport-wide-cc\S*|extmap:\d+ \S*abs-send-time)\r\n/gm;
    RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp }) {
      return Reflect.apply(setRemoteDescription, this, [{ type, sdp: sdp?.replaceAll(told, '') }]);
    };
  });
