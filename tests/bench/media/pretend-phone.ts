import { setTimeout as sleep } from 'node:timers/promises';
import { groupAccessUnits, splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf, startsAccessUnit } from '@/lib/media/codecs/h264';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { packetizeH264 } from '@/server/worker/outputs/room/publish/packetize-h264';
import { RoomConnection } from '@/server/worker/outputs/room/publish/room-connection';
import { ApiClient } from '../../support/api/api-client';
import { encode } from '../../support/camera/encode';
import type { Show } from '../support/show';
import { clockSize } from './phone-pages';

const fps = 30;
const clipSeconds = 4;
const bitrateKbps = 1_500;
const reportIntervalMs = 1_000;
const audioIntervalMs = 20;
const maxJoins = 10;
/** 20 ms of silence in Opus: the worker's cost does not depend on the sound. */
const silence = Buffer.from('f8fffe', 'hex');

/** The RTP payloads of each access unit of a clip. */
export type Clip = Buffer[][];

/** Encodes 720p30 once, so that a benchmark does not pay for the encoders of its phones. */
export async function makeClip(): Promise<Clip> {
  const rate = `${bitrateKbps}k`;
  const { width, height } = clockSize;
  const data = await encode(
    [
      ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps},noise=alls=12:allf=t`],
      ...['-t', String(clipSeconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
      ...['-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', String(fps), '-sc_threshold', '0'],
      ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate],
    ],
    'h264',
  );
  const isSlice = (nal: Buffer) => nalTypeOf(nal) === nalType.slice || nalTypeOf(nal) === nalType.idr;
  const starts = (nal: Buffer) => !isSlice(nal) || startsAccessUnit(nal);
  return groupAccessUnits(splitAnnexB(data), starts, isSlice).map(packetizeH264);
}

/** A phone without a browser: joins by an invite, reports once a second, and publishes a clip if it has one. */
export class PretendPhone {
  readonly #show: Show;
  readonly #deviceSecret: string;
  readonly #timers: NodeJS.Timeout[] = [];
  #room: RoomConnection | undefined;
  #isOver = false;
  #reports = 0;
  #missedReports = 0;

  private constructor(show: Show, deviceSecret: string) {
    this.#show = show;
    this.#deviceSecret = deviceSecret;
  }

  /** @param path an invite's */
  static async join(show: Show, path: string, person: string, clip: Clip | null): Promise<PretendPhone> {
    const [, secret = ''] = path.split('#');
    const camera = { secret, person };
    const { attributes } = await new ApiClient(show.baseUrl).call('POST /camera', { body: { camera } });
    const phone = new PretendPhone(show, attributes.device_secret);
    if (clip) await phone.#publishPatiently(camera, attributes.livekit_token, clip);
    void phone.#reportRegularly();
    return phone;
  }

  /** Reports that the server did not answer. The next one says the same, as a phone's page does it. */
  get missedReports(): number {
    return this.#missedReports;
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#room?.leave();
  }

  /** Joins again where a busy machine lets it wait too long, as a phone's page does. */
  async #publishPatiently(invite: { secret: string; person: string }, token: string, clip: Clip): Promise<void> {
    for (let attempt = 1, current = token; ; attempt++) {
      try {
        await this.#publish(current, clip);
        return;
      } catch (error) {
        if (attempt === maxJoins) throw error;
      }
      await sleep(reportIntervalMs);
      const camera = Object.assign({ device_secret: this.#deviceSecret }, invite);
      const again = await new ApiClient(this.#show.baseUrl).call('POST /camera', { body: { camera } });
      current = again.attributes.livekit_token;
    }
  }

  async #publish(token: string, clip: Clip): Promise<void> {
    const clock = new MediaClock();
    const room = await RoomConnection.join({
      url: `ws://127.0.0.1:${this.#show.env.LIVEKIT_PORT}`,
      token,
      clock,
      log,
      onWatched: () => undefined,
      onViewerJoined: () => undefined,
      // The clip has a keyframe each second.
      onKeyframeRequest: async () => true,
    });
    await room.publish({ video: clockSize, hasAudio: true });
    this.#room = room;
    let frame = 0;
    const startMs = Date.now();
    const sendFrame = () => {
      // A timer that comes late sends what is due.
      for (; (frame * 1_000) / fps <= Date.now() - startMs; frame++) {
        const payloads = clip[frame % clip.length];
        if (payloads) room.lowLayer.addAccessUnit('source', payloads, clock.ticksAt(startMs + (frame * 1_000) / fps));
      }
    };
    let packet = 0;
    const sendSilence = () => {
      for (; packet * audioIntervalMs <= Date.now() - startMs; packet++) {
        room.media.send('audio', [silence], clock.ticksAt(startMs + packet * audioIntervalMs));
      }
    };
    this.#timers.push(setInterval(sendFrame, 1_000 / fps), setInterval(sendSilence, audioIntervalMs));
  }

  async #reportRegularly(): Promise<void> {
    // Not all at the same moment.
    await sleep(Math.random() * reportIntervalMs);
    for (; !this.#isOver; await sleep(reportIntervalMs)) {
      const count = this.#reports++;
      const camera = {
        device_secret: this.#deviceSecret,
        battery_percent: 100 - (count % 100),
        is_charging: false,
        network: 'Wi-Fi',
        bitrate_kbps: 1_000 + (count % 1_000),
        position: count % 5 === 0 ? { latitude: 47.37, longitude: 8.54 + count / 1e5, accuracy_m: 8 } : undefined,
      };
      try {
        await new ApiClient(this.#show.baseUrl).call('PUT /camera/report', { body: { camera } });
      } catch {
        this.#missedReports++;
      }
    }
  }
}
