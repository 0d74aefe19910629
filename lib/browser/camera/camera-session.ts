import { useEffect, useState } from 'react';
import { readCrewRing } from '@/lib/contracts/crew-ring';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import { Store } from '../store';
import { PhoneTalkback } from '../talkback/phone-talkback';
import { useChangesOf } from '../use-observable';
import { CameraCapture } from './camera-capture';
import { CameraLink } from './camera-link';
import { CameraPublisher, type SentMedia } from './camera-publisher';
import { readDeviceFacts } from './device-facts';
import { PositionShare } from './position-share';
import { SendWatch } from './send-watch';

/** How often the device reports, and hears of tally and messages. */
const reportIntervalMs = 1_000;
/** Minimum between two reports where there is news, so that the server does not refuse them. */
const hurriedMs = 150;
/** An encoder that cannot follow for so many reports in a row gives 1080p up, or says so. */
const maxSlowReports = 8;

/** Figures of the device for the page; null: not known. */
export interface DeviceFigures {
  bitrateKbps: number | null;
  /** The video codec's name, such as H264. */
  codec: string | null;
  batteryPercent: number | null;
  network: string | null;
  /** Whether it cannot encode its picture, small as it is. */
  isTooSlow: boolean;
}

/** One phone that is a camera: the invite, the device's camera, the way to the room and talkback run independently. */
export class CameraSession {
  readonly link: CameraLink;
  readonly capture = new CameraCapture();
  readonly publisher: CameraPublisher;
  readonly talkback: PhoneTalkback;
  readonly position = new PositionShare();
  /** Makes the next report due. */
  #reportNow: () => void = () => undefined;
  readonly #figures = new Store<DeviceFigures>({
    bitrateKbps: null,
    codec: null,
    batteryPercent: null,
    network: null,
    isTooSlow: false,
  });

  /** @param secret what follows the # in the invite's link */
  constructor(secret: string) {
    this.link = new CameraLink(secret);
    this.publisher = new CameraPublisher(this.link.fetchCredentials);
    this.talkback = new PhoneTalkback(
      this.link.fetchTalkbackCredentials,
      () => this.link.streamId,
      (ring) => {
        this.link.hear(readCrewRing(ring));
        this.#reportNow();
      },
    );
    this.link.subscribe(() => {
      if (this.link.state.status === 'refused') this.capture.stop();
    });
  }

  get figures(): DeviceFigures {
    return this.#figures.get();
  }

  /** Calls the listener when anything changes that the page shows. @returns a function that removes the listener */
  subscribe = (listener: () => void): (() => void) => {
    const parts = [this.#figures, this.link, this.capture, this.publisher, this.talkback, this.position];
    const stops = parts.map((part) => part.subscribe(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Opens the link. A device that was a camera before goes on at once. */
  async open(): Promise<void> {
    await this.link.open();
    if (this.link.state.status === 'joined' && !this.link.usesApp) await this.capture.start();
  }

  /** Asks for the camera, then becomes one: a person who refuses takes no place of the invite. */
  async begin(person: string): Promise<void> {
    await this.capture.start();
    // A camera that is handed over may have been an app's.
    if (this.capture.state.status === 'capturing') await this.link.join(person, 'phone');
  }

  /** Becomes a camera that another app films: it takes a place, and this page asks for no camera. */
  async beginByApp(person: string, sourceKind: SourceKind): Promise<void> {
    // It may wait for a camera that another app has.
    this.capture.stop();
    this.link.setUsesApp(true);
    await this.link.join(person, sourceKind);
  }

  /** Films with this page in place of the other app. */
  async filmHere(): Promise<void> {
    await this.capture.start();
    if (this.capture.state.status !== 'capturing') return;
    if (await this.link.join(this.link.person, 'phone')) this.link.setUsesApp(false);
  }

  /** Films no more: the server turns the camera off, and the device's own is released. */
  async stop(): Promise<void> {
    const told = this.link.stop();
    this.capture.stop();
    await told;
  }

  /** Films again after {@link stop}. */
  async resume(): Promise<void> {
    await this.link.begin();
    if (this.link.state.status === 'joined' && !this.link.usesApp) await this.capture.start();
  }

  /** Tells the director a text at once. */
  tell(text: string): void {
    this.link.tell(text);
    this.#reportNow();
  }

  /** Mutes the microphone for the show, and says so to the director at once. */
  mute(isMuted: boolean): void {
    this.talkback.muteMicrophone(isMuted);
    this.#reportNow();
  }

  /** Sends the picture to the room and reports how it goes, once the link has let this device in. */
  film(): () => void {
    const send = () => {
      const { state } = this.capture;
      if (state.status === 'capturing') this.publisher.send(state.stream.getTracks());
      this.talkback.use((state.status === 'capturing' && state.stream.getAudioTracks()[0]) || null);
    };
    const stopListening = this.capture.subscribe(send);
    send();
    const stopWatching = this.publisher.subscribe(() => {
      // Another tab films, or another phone: the server's answer says which.
      if (this.publisher.connection === 'elsewhere') this.#reportNow();
    });
    const stopPublishing = this.publisher.start();
    const stopTalking = this.talkback.start();
    const stopReports = this.#reportRegularly();
    return () => {
      stopListening();
      stopWatching();
      stopReports();
      this.position.stop();
      stopTalking();
      stopPublishing();
    };
  }

  /** Reports this device and hears of the director while another app films. @returns a function that ends it */
  accompany = (): (() => void) => this.#reportRegularly();

  #reportRegularly(): () => void {
    const watch = new SendWatch();
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: (SentMedia & { atMs: number }) | null = null;
    let slowReports = 0;
    let [isReporting, isHurried, lastMs] = [false, false, Number.NEGATIVE_INFINITY];
    const report = async () => {
      const [facts, sent] = await Promise.all([readDeviceFacts(), this.publisher.sent()]);
      const now = sent && Object.assign({ atMs: performance.now() }, sent);
      const bitrateKbps = now && before && now.bytes >= before.bytes ? kbpsBetween(before, now) : null;
      before = now;
      const { battery_percent: batteryPercent, network } = facts;
      slowReports = sent?.isTooSlow ? slowReports + 1 : 0;
      const isTooSlow = slowReports >= maxSlowReports;
      if (isTooSlow && this.capture.choice.lines > 720) {
        slowReports = 0;
        void this.capture.stepDown();
      }
      const codec = sent?.codec ?? null;
      this.#figures.set({ bitrateKbps, codec, batteryPercent, network, isTooSlow });
      if (watch.isStuck({ framesEncoded: sent?.framesEncoded ?? null, isNeeded: this.#isNeeded })) {
        this.publisher.renew();
      }
      const position = this.position.due(performance.now());
      const is_muted = this.link.usesApp ? null : this.talkback.isMicrophoneMuted;
      await this.link.report(Object.assign({ bitrate_kbps: bitrateKbps, position, is_muted }, facts));
      if (!isOver) timer = setTimeout(run, isHurried ? hurriedMs : reportIntervalMs);
      isReporting = false;
    };
    const run = () => {
      [isReporting, isHurried, lastMs] = [true, false, performance.now()];
      void report();
    };
    this.#reportNow = () => {
      isHurried = true;
      if (isReporting || isOver) return;
      clearTimeout(timer);
      const sinceMs = performance.now() - lastMs;
      timer = setTimeout(run, Math.max(0, hurriedMs - sinceMs));
    };
    run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  /** Whether frames must leave the device: it is on, it sees something, and it is connected. */
  get #isNeeded(): boolean {
    const { state } = this.link;
    return (
      state.status === 'joined' &&
      state.camera.is_on &&
      this.capture.state.status === 'capturing' &&
      this.publisher.connection === 'connected' &&
      document.visibilityState === 'visible'
    );
  }
}

const kbpsBetween = (before: { bytes: number; atMs: number }, now: { bytes: number; atMs: number }): number =>
  Math.round(((now.bytes - before.bytes) * 8) / Math.max(1, now.atMs - before.atMs));

/** A phone's session while the component is mounted; renders anew whenever it changes. @param secret the invite's */
export function useCameraSession(secret: string): CameraSession {
  const [session] = useState(() => new CameraSession(secret));
  useChangesOf(session);
  const { state } = session.link;
  const films = state.status === 'joined' && !state.usesApp;
  useEffect(() => {
    void session.open();
  }, [session]);
  useEffect(() => {
    if (films) return session.film();
  }, [session, films]);
  return session;
}
