import { AddTrackRequest, SimulcastCodec, TrackSource, TrackType, VideoLayer, VideoQuality } from '@livekit/protocol';
import type { Size } from '@/lib/media/frame';
import { layerFormats } from '../transcode/layer-format';

/** The announced format of a publication. Only its size can change; other tracks require joining again. */
export interface PublicationFormat {
  video: Size | null;
  hasAudio: boolean;
}

export const videoTrackId = 'camera';
export const audioTrackId = 'microphone';

/** The announcements of the tracks that are about to be offered. */
export function trackRequests({ video, hasAudio }: PublicationFormat): AddTrackRequest[] {
  const requests: AddTrackRequest[] = [];
  if (video) requests.push(videoTrackRequest(video));
  if (hasAudio) requests.push(audioTrackRequest());
  return requests;
}

function videoTrackRequest({ width, height }: Size): AddTrackRequest {
  const { sizeFor, bitrateBps } = layerFormats.low;
  const low = sizeFor({ width, height });
  const layers = [
    new VideoLayer({
      quality: VideoQuality.LOW,
      width: low.width,
      height: low.height,
      bitrate: bitrateBps(low, 30),
    }),
    new VideoLayer({ quality: VideoQuality.MEDIUM, width, height, bitrate: 4_000_000 }),
  ];
  return new AddTrackRequest({
    cid: videoTrackId,
    name: 'camera',
    type: TrackType.VIDEO,
    source: TrackSource.CAMERA,
    width,
    height,
    layers,
    simulcastCodecs: [new SimulcastCodec({ codec: 'video/h264', cid: videoTrackId, layers })],
  });
}

function audioTrackRequest(): AddTrackRequest {
  return new AddTrackRequest({
    cid: audioTrackId,
    name: 'microphone',
    type: TrackType.AUDIO,
    source: TrackSource.MICROPHONE,
    stereo: true,
    disableDtx: true,
    disableRed: true,
  });
}
