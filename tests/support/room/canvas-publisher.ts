import type { Page } from '@playwright/test';
import { movingCanvas } from './moving-canvas';

/** A page's publication: the answers' status codes, and the connection's state after ICE was restarted. */
export interface CanvasVisit {
  published: number;
  /** The codecs that the answer takes for the video. */
  codecs: string[];
  restarted: number;
  state: string;
}

/** Publishes moving pictures from a page by WHIP, then restarts ICE by PATCH. It goes on until the page closes. */
export const publishCanvas = async (page: Page, url: string): Promise<CanvasVisit> =>
  page.evaluate(
    async ({ url, media }) => {
      const connection = new RTCPeerConnection();
      for (const track of media.getTracks()) connection.addTransceiver(track, { direction: 'sendonly' });
      const until = async (isTrue: () => boolean) => {
        for (let waitedMs = 0; !isTrue() && waitedMs < 15_000; waitedMs += 50) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const isGathered = () => connection.iceGatheringState === 'complete';
      await connection.setLocalDescription();
      await until(isGathered);
      const headers = { 'content-type': 'application/sdp' };
      const answer = await fetch(url, { method: 'POST', headers, body: connection.localDescription?.sdp ?? '' });
      const sdp = await answer.text();
      if (answer.status !== 201) return { published: answer.status, codecs: [sdp], restarted: 0, state: '' };
      await connection.setRemoteDescription({ type: 'answer', sdp });
      await until(() => connection.connectionState === 'connected');

      const credentialsOf = (text: string) => text.match(/^a=ice-(?:ufrag|pwd):.*$/gm)?.slice(0, 2) ?? [];
      await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
      await until(isGathered);
      const offered = connection.localDescription?.sdp ?? '';
      const candidates = offered.match(/^a=candidate:.*$/gm) ?? [];
      const fragment = [...credentialsOf(offered), 'm=video 9 UDP/TLS/RTP/SAVPF 0', 'a=mid:0', ...candidates, ''];
      const restart = await fetch(answer.headers.get('location') ?? '', {
        method: 'PATCH',
        headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': '*' },
        body: fragment.join('\r\n'),
      });
      const [ufrag = '', pwd = ''] = credentialsOf(await restart.text());
      const renewed = sdp.replace(/^a=ice-ufrag:.*$/gm, ufrag).replace(/^a=ice-pwd:.*$/gm, pwd);
      if (restart.status === 200) await connection.setRemoteDescription({ type: 'answer', sdp: renewed });
      await until(() => connection.connectionState === 'connected');
      return {
        published: answer.status,
        codecs: [...new Set([...sdp.matchAll(/^a=rtpmap:\d+ (\S+)\/90000/gm)].map(([, codec = '']) => codec))],
        restarted: restart.status,
        state: connection.connectionState,
      };
    },
    { url, media: await movingCanvas(page) },
  );
