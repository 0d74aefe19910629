import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { movingCanvas } from './moving-canvas';

const run = promisify(execFile);

/** One publication by WHIP: the answers' status codes, and the connection's last state. */
export interface WhipVisit {
  published: number;
  /** Null where the candidates went with the offer. */
  trickled: number | null;
  state: string;
  ended: number;
}

interface Target {
  /** Where to publish. */
  url: string;
  /** A bearer token; empty for none. */
  key: string;
}

/**
 * Publishes a canvas from a page of the server, until it is connected.
 * @param isTrickled whether the offer goes before its candidates, which follow by PATCH
 */
export const publishFromPage = (page: Page, target: Target & { isTrickled: boolean }): Promise<WhipVisit> =>
  page.evaluate(async ({ url, key, isTrickled }) => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
    const connection = new RTCPeerConnection();
    for (const track of canvas.captureStream(25).getTracks())
      connection.addTransceiver(track, { direction: 'sendonly' });
    const candidates: string[] = [];
    const gathered = new Promise<void>((resolve) => {
      connection.onicecandidate = ({ candidate }) => {
        if (!candidate) resolve();
        else if (candidate.candidate) candidates.push(candidate.candidate);
      };
    });
    await connection.setLocalDescription();
    if (!isTrickled) await gathered;
    const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
    const body = connection.localDescription?.sdp ?? '';
    const headers = { 'content-type': 'application/sdp', ...authorization };
    const answer = await fetch(url, { method: 'POST', headers, body });
    const location = answer.headers.get('location') ?? '';
    if (answer.status !== 201)
      return { published: answer.status, trickled: null, state: connection.connectionState, ended: 0 };
    await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    let trickled: number | null = null;
    if (isTrickled) {
      await gathered;
      const session = /a=ice-(?:ufrag|pwd):.*/g;
      const lines = [...(body.match(session) ?? []).slice(0, 2), 'm=video 9 UDP/TLS/RTP/SAVPF 0', 'a=mid:0'];
      const fragment = [...lines, ...candidates.map((candidate) => `a=${candidate}`), ''].join('\r\n');
      const ifMatch = answer.headers.get('etag') ?? '';
      const added = await fetch(location, {
        method: 'PATCH',
        headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': ifMatch, ...authorization },
        body: fragment,
      });
      trickled = added.status;
    }
    for (let waitedMs = 0; connection.connectionState !== 'connected' && waitedMs < 10_000; waitedMs += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const state = connection.connectionState;
    const { status } = await fetch(location, { method: 'DELETE', headers: authorization });
    connection.close();
    return { published: answer.status, trickled, state, ended: status };
  }, target);

/** A page's publication of several layers. */
export interface LayeredVisit {
  published: number;
  /** The publication's address. */
  location: string;
  /** The answer's line about the layers. */
  simulcast: string;
  /** The layers by name that have sent something, each with its SSRC. */
  sent(): Promise<Record<string, number>>;
}

/** Publishes moving pictures from a page in three layers, named and ordered as OBS does. It goes on until the page closes. */
export async function publishLayers(page: Page, { url }: Pick<Target, 'url'>): Promise<LayeredVisit> {
  const connection = await page.evaluateHandle(() => new RTCPeerConnection());
  const answered = await connection.evaluate(
    async (connection, { url, media }) => {
      const sendEncodings = [1, 2, 4].map((scaleResolutionDownBy, rid) => ({
        rid: String(rid),
        scaleResolutionDownBy,
      }));
      for (const track of media.getTracks()) {
        connection.addTransceiver(track, { direction: 'sendonly', sendEncodings });
      }
      const gathered = new Promise<void>((resolve) => {
        connection.onicecandidate = ({ candidate }) => {
          if (!candidate) resolve();
        };
      });
      await connection.setLocalDescription();
      await gathered;
      const headers = { 'content-type': 'application/sdp' };
      const answer = await fetch(url, { method: 'POST', headers, body: connection.localDescription?.sdp ?? '' });
      const sdp = await answer.text();
      if (answer.ok) await connection.setRemoteDescription({ type: 'answer', sdp });
      const location = answer.headers.get('location') ?? '';
      return { published: answer.status, location, simulcast: /^a=simulcast:.*$/m.exec(sdp)?.[0] ?? '' };
    },
    { url, media: await movingCanvas(page) },
  );
  return Object.assign(answered, {
    sent: () =>
      connection.evaluate(async (connection) => {
        const sent: Record<string, number> = {};
        for (const report of (await connection.getStats()).values()) {
          if (report.type === 'outbound-rtp' && report.bytesSent > 0) sent[report.rid] = report.ssrc;
        }
        return sent;
      }),
  });
}

const script = `
import asyncio, json, sys, urllib.parse, urllib.request
from aiortc import RTCPeerConnection, RTCRtpSender, RTCSessionDescription
from aiortc.mediastreams import VideoStreamTrack

url, key = sys.argv[1:]

def ask(method, address, body=None):
    headers = {"Content-Type": "application/sdp", "Authorization": "Bearer " + key}
    return urllib.request.urlopen(urllib.request.Request(address, body, headers, method=method), timeout=10)

async def publish():
    connection = RTCPeerConnection()
    transceiver = connection.addTransceiver(VideoStreamTrack(), direction="sendonly")
    codecs = RTCRtpSender.getCapabilities("video").codecs
    transceiver.setCodecPreferences([codec for codec in codecs if codec.mimeType == "video/H264"])
    await connection.setLocalDescription(await connection.createOffer())
    answer = await asyncio.to_thread(ask, "POST", url, connection.localDescription.sdp.encode())
    await connection.setRemoteDescription(RTCSessionDescription(answer.read().decode(), "answer"))
    for _ in range(200):
        if connection.connectionState == "connected":
            break
        await asyncio.sleep(0.05)
    state = connection.connectionState
    location = urllib.parse.urljoin(url, answer.headers["Location"])
    ended = await asyncio.to_thread(ask, "DELETE", location)
    await connection.close()
    print(json.dumps({"published": answer.status, "trickled": None, "state": state, "ended": ended.status}))

asyncio.run(publish())
`;

/** The machine's Python, which PYTHON may name. */
const python = process.env.PYTHON ?? 'python3';

/** Whether this machine's Python has aiortc. */
export const hasAiortc = (): Promise<boolean> =>
  run(python, ['-c', 'import aiortc']).then(
    () => true,
    () => false,
  );

/** Publishes H.264 by aiortc, until it is connected. */
export async function publishByAiortc({ url, key }: Target): Promise<WhipVisit> {
  const { stdout } = await run(python, ['-c', script, url, key], { timeout: 30_000 });
  return JSON.parse(stdout);
}
