import { AVERROR_HTTP_FORBIDDEN, AVERROR_HTTP_NOT_FOUND, AVERROR_HTTP_UNAUTHORIZED } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat } from 'node-av/lib';
import type { PullAddress } from '@/lib/contracts/pull-address';
import type { PullFault } from '@/lib/contracts/pull-faults';
import { newPacket } from '@/lib/media/frame';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';
import { RtspMuxer } from './rtsp-muxer';
import { Tunnel } from './tunnel';

/**
 * FFmpeg counts `timeout` in microseconds. It would follow a redirect to any address, which takes the protocol rtsp; the camera's
 * own connection takes tcp alone.
 */
const options = {
  rtsp_transport: 'tcp',
  timeout: String(silenceTimeoutMs * 1_000),
  allowed_media_types: 'video+audio',
  protocol_whitelist: 'tcp',
  fflags: 'nobuffer',
};

const faultByCode = new Map<number, PullFault>([
  [AVERROR_HTTP_UNAUTHORIZED, 'unauthorized'],
  [AVERROR_HTTP_FORBIDDEN, 'unauthorized'],
  [AVERROR_HTTP_NOT_FOUND, 'not_found'],
]);

/** Reads H.264, HEVC or MJPEG, and sound, by RTSP over TCP. Digest and RTCP's clocks are FFmpeg's work. */
export async function readRtsp(attempt: PullAttempt): Promise<void> {
  const tunnel = await Tunnel.open(attempt);
  const context = new FormatContext();
  const packet = newPacket();
  let muxer: RtspMuxer | undefined;
  try {
    const rtsp = InputFormat.findInputFormat('rtsp');
    const url = tunnelUrl(attempt.address, tunnel.port);
    const opened = await context.openInput(url, rtsp, Dictionary.fromObject(options));
    if (opened < 0) throw new PullError(faultByCode.get(opened) ?? 'refused', { cause: new FFmpegError(opened) });
    muxer = new RtspMuxer(context.streams, attempt.onBytes);
    if (!muxer.hasTracks) throw new PullError('no_media');
    if (muxer.encodedVideo) attempt.onEncodedVideo(muxer.encodedVideo);
    while (!attempt.signal.aborted) {
      if ((await context.readFrame(packet)) < 0) throw new PullError('ended');
      muxer.addPacket(packet);
      packet.unref();
    }
  } finally {
    tunnel.close();
    muxer?.close();
    packet.free();
    await context.closeInput();
  }
}

/** The camera's address with the tunnel's host and port. Cameras take any host, as behind a port forwarding. */
const tunnelUrl = ({ username, password, path, search }: PullAddress, port: number): string => {
  const user = username === '' ? '' : `${username}:${password}@`;
  return `rtsp://${user}127.0.0.1:${port}${path}${search}`;
};
