import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PictureLossIndication, RTCPeerConnection, RtcpPayloadSpecificFeedback, RtcpSrPacket } from 'werift';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { MediaConnection } from '@/server/worker/outputs/room/publish/media-connection';
import { layers } from '@/server/worker/outputs/room/transcode/layer-format';
import { until } from '../../../../support/until';

const keyframe = Buffer.from([0x65, 0x88]);
const frameTicks = 3_000;

/** A publication of video at a peer that stands for LiveKit, and what of it arrives there. */
async function publish() {
  const arrived: { kind: 'report' | 'frame'; ssrc: number }[] = [];
  const peer = new RTCPeerConnection({ iceServers: [], iceUseIpv6: false, iceAdditionalHostAddresses: ['127.0.0.1'] });
  let ticks = 0;
  const connection = new MediaConnection({
    clock: new MediaClock(),
    log,
    async negotiate(sdp) {
      await peer.setRemoteDescription({ type: 'offer', sdp });
      await peer.setLocalDescription(await peer.createAnswer());
      return peer.localDescription?.sdp ?? '';
    },
    onFailed: () => undefined,
    onKeyframeRequest(layer) {
      ticks += frameTicks;
      connection.send(layer, [keyframe], ticks);
    },
  });
  onTestFinished(async () => {
    connection.close();
    await peer.close();
  });
  const deadline = AbortSignal.timeout(10_000);
  await connection.connect(deadline);
  await connection.publish({ video: { width: 1280, height: 720 }, hasAudio: false }, deadline);
  const transport = peer.getTransceivers()[0]?.dtlsTransport;
  transport?.onRtp.subscribe(({ header }) => arrived.push({ kind: 'frame', ssrc: header.ssrc }));
  transport?.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpSrPacket) arrived.push({ kind: 'report', ssrc: packet.ssrc });
  });
  for (const layer of layers) connection.send(layer, [keyframe], ticks);
  await until('both layers are sent', () => new Set(arrived.map(({ ssrc }) => ssrc)).size === 2);
  const requestKeyframe = (mediaSsrc: number) =>
    transport?.sendRtcp([
      new RtcpPayloadSpecificFeedback({ feedback: new PictureLossIndication({ senderSsrc: 1, mediaSsrc }) }),
    ]);
  return { arrived, requestKeyframe };
}

test('a keyframe that a viewer asks for comes after a report of both layers', async () => {
  const { arrived, requestKeyframe } = await publish();
  const [ssrc = 0] = new Set(arrived.map((one) => one.ssrc));
  for (let round = 0; round < 6; round++) {
    // At another time between two reports each.
    await sleep(230);
    arrived.length = 0;
    await requestKeyframe(ssrc);
    await until('a frame is sent', () => arrived.some(({ kind }) => kind === 'frame'));
    const before = arrived.slice(
      0,
      arrived.findIndex(({ kind }) => kind === 'frame'),
    );
    expect(new Set(before.map((one) => one.ssrc)).size, `round ${round}`).toBe(2);
  }
});
