import type { BrowserContext } from '@playwright/test';

/** Lets the pages of a context reach LiveKit's media port by way of another one, such as an impairment proxy's. */
export const routeMedia = (context: BrowserContext, livekitPort: number, proxyPort: number): Promise<unknown> =>
  context.addInitScript(
    ([from, to]) => {
      const { addIceCandidate, setRemoteDescription } = RTCPeerConnection.prototype;
      // TCP would get round the proxy.
      const isTcp = (text: string) => / tcp /i.test(text);
      const routed = (text: string) => text.replaceAll(` ${from} typ `, ` ${to} typ `);
      const withoutTcp = (sdp: string) => sdp.replace(/^a=candidate:.* tcp .*\r\n/gim, '');
      RTCPeerConnection.prototype.addIceCandidate = function (
        this: RTCPeerConnection,
        init?: RTCIceCandidateInit | null,
      ) {
        if (isTcp(init?.candidate ?? '')) return Promise.resolve();
        const candidate = init?.candidate && { ...init, candidate: routed(init.candidate) };
        return Reflect.apply(addIceCandidate, this, [candidate || init]);
      };
      RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp }) {
        return Reflect.apply(setRemoteDescription, this, [{ type, sdp: sdp && withoutTcp(routed(sdp)) }]);
      };
    },
    [livekitPort, proxyPort],
  );
