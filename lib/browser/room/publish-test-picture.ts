import type { Room } from 'livekit-client';
import { loadLiveKit } from './event-room';

const [width, height] = [320, 180];
const fps = 10;

/**
 * Publishes a picture that this page draws, so that the user's own camera stays off.
 * @returns a function that ends it
 * @throws Error where the browser cannot draw or LiveKit does not take it
 */
export async function publishTestPicture(room: Room): Promise<() => void> {
  const { Track } = await loadLiveKit();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  let hue = 0;
  // A canvas that stands still sends no frames.
  const drawing = setInterval(() => {
    hue = (hue + 7) % 360;
    if (!context) return;
    context.fillStyle = `hsl(${hue} 60% 50%)`;
    context.fillRect(0, 0, width, height);
  }, 1_000 / fps);
  const [track] = canvas.captureStream(fps).getVideoTracks();
  const end = () => {
    clearInterval(drawing);
    track?.stop();
  };
  try {
    if (!track) throw new Error('the canvas has no track');
    await room.localParticipant.publishTrack(track, {
      source: Track.Source.Camera,
      simulcast: false,
      videoCodec: 'h264',
      videoEncoding: { maxBitrate: 300_000, maxFramerate: fps },
    });
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
