import type { TestContext } from 'vitest';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import { type StreamMedia, streamMediaSchema } from '@/lib/contracts/stream-media';
import type { StreamSignal } from '@/lib/contracts/streams';
import type { Stream } from '@/prisma/generated/client';
import { ffmpeg } from '../camera/ffmpeg';
import { startReplay } from '../camera/replay';
import { startSrtTransmit } from '../camera/srt-transmit';
import { until } from '../until';
import type { GatewayProcess } from './gateway-process';
import { makeIdleStream, pressOff, pressOn, readStream, untilStatus } from './reconciler';

/** Duration of each replay and of its contents. */
export const seconds = 20;

/** A stream that is on, and its encoder, until the end of a test. */
export class EncoderScene {
  readonly stream: Stream;
  readonly #context: TestContext;
  readonly #gateway: GatewayProcess;

  private constructor(context: TestContext, gateway: GatewayProcess, stream: Stream) {
    this.#context = context;
    this.#gateway = gateway;
    this.stream = stream;
  }

  static async open(context: TestContext, gateway: GatewayProcess): Promise<EncoderScene> {
    const stream = await makeIdleStream();
    context.onTestFinished(async () => {
      await pressOff(stream.id);
    });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active', 40_000);
    return new EncoderScene(context, gateway, stream);
  }

  address(host = '127.0.0.1'): string {
    return `srt://${host}:${this.#gateway.ingestPort}?mode=caller&streamid=${this.stream.streamKey}`;
  }

  /** Sends bytes as they are. */
  replay(bytes: Buffer, duration = seconds): void {
    const sender = startReplay(this.address(), bytes, duration);
    this.#context.onTestFinished(() => sender.stop());
  }

  /** Sends bytes by srt-live-transmit. @param options for the address */
  transmit(bytes: Buffer, { options = '', messageBytes }: { options?: string; messageBytes?: number } = {}): void {
    const sender = startSrtTransmit(`${this.address()}${options}`, bytes, seconds, messageBytes);
    this.#context.onTestFinished(() => sender.stop());
  }

  /** Sends what ffmpeg makes. */
  run(args: string[]): void {
    const { child } = ffmpeg(args);
    this.#context.onTestFinished(() => {
      child.kill('SIGKILL');
    });
  }

  /** Reads the stream until `find` finds something in it. */
  async untilSeen<Found>(what: string, find: (seen: Seen) => Found | false): Promise<Found> {
    let last: unknown;
    const look = async () => {
      const { signal, ...row } = await readStream(this.stream.id);
      const media = streamMediaSchema.nullable().parse(row.media);
      const found = readFindings(row.findings);
      const codes = found.map(({ code }) => code);
      const findings = found.map(({ sentence, fix }) => `${sentence} ${fix}`);
      last = { signal, media, findings };
      return find({ signal, media, codes, findings });
    };
    return until(`the stream shows ${what}`, look, { timeoutMs: 40_000 }).catch((cause: unknown) => {
      throw new Error(
        `${cause}, seen: ${JSON.stringify(last)}, the gateway's log: ${this.#gateway.log().slice(-2_000)}`,
        {
          cause,
        },
      );
    });
  }

  untilLive(matches: (media: StreamMedia) => boolean = () => true): Promise<StreamMedia> {
    return this.untilSeen('a live picture', ({ signal, media }) =>
      signal === 'live' && media?.video && matches(media) ? media : false,
    );
  }
}

interface Seen {
  signal: StreamSignal;
  media: StreamMedia | null;
  codes: string[];
  /** Sentence and fix. */
  findings: string[];
}
