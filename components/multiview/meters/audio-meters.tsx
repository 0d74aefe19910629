import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** Often enough to look smooth; at the page's frame rate, sixteen stereo meters would use a tenth of a core. */
const drawEveryMs = 40;
/** 4096 samples at 48 kHz are 85 ms, so that no peak falls between two drawings even if one is late. */
const fftSize = 4096;
/** A smaller change is not visible on a tile. */
const visibleStep = 0.004;
const gestures = ['pointerdown', 'keydown'] as const;

interface Channel {
  analyser: AnalyserNode;
  cover: HTMLElement;
  shown: number;
  drawn: number;
}

/**
 * Stereo meters for any number of audio tracks, with one AudioContext for all. One loop, which changes only transforms,
 * runs while there is a meter and the page is in view. Browsers allow audio processing only after the user has
 * interacted with the page; until then the meters wait.
 */
class AudioMeters {
  readonly #listeners = new Set<() => void>();
  readonly #channels = new Set<Channel>();
  readonly #samples = new Float32Array(fftSize);
  #context: AudioContext | null = null;
  #isScheduled = false;
  #drawnAtMs = 0;
  /** The same by the context's clock, which counts samples. */
  #drawnAtSeconds = 0;

  /** Opens the AudioContext. @returns a function that closes it */
  start(): () => void {
    const context = new AudioContext({ latencyHint: 'playback' });
    this.#context = context;
    // Where the browser refuses, the promise never settles; the context's state shows the outcome.
    const resume = () => {
      if (context.state !== 'running' && context.state !== 'closed') void context.resume();
    };
    const notify = () => {
      for (const listener of this.#listeners) listener();
    };
    context.addEventListener('statechange', notify);
    for (const gesture of gestures) document.addEventListener(gesture, resume);
    notify();
    return () => {
      for (const gesture of gestures) document.removeEventListener(gesture, resume);
      context.removeEventListener('statechange', notify);
      this.#context = null;
      void context.close();
    };
  }

  /** Calls the listener when the meters start or have to wait. @returns a function that removes the listener */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the browser lets the page process audio. */
  get areRunning(): boolean {
    return this.#context?.state === 'running';
  }

  /**
   * Measures a track and draws its peaks.
   * @param covers hide the left and right channel's bars beyond the peak
   * @returns a function that stops it
   */
  draw(track: MediaStreamTrack, covers: readonly [left: HTMLElement, right: HTMLElement]): () => void {
    const context = this.#context;
    if (!context) return () => undefined;
    const source = context.createMediaStreamSource(new MediaStream([track]));
    const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    source.connect(splitter);
    const channels = covers.map((cover, output) => {
      const analyser = new AnalyserNode(context, { fftSize });
      splitter.connect(analyser, output);
      return { analyser, cover, shown: 0, drawn: 0 };
    });
    for (const channel of channels) this.#channels.add(channel);
    this.#schedule();
    return () => {
      for (const channel of channels) {
        this.#channels.delete(channel);
        channel.cover.style.transform = '';
      }
      source.disconnect();
      splitter.disconnect();
    };
  }

  #schedule(): void {
    if (this.#isScheduled || this.#channels.size === 0) return;
    this.#isScheduled = true;
    const draw = (nowMs: number) => {
      this.#isScheduled = false;
      if (this.#context) this.#drawAll(this.#context, nowMs);
      this.#schedule();
    };
    setTimeout(() => requestAnimationFrame(draw), drawEveryMs);
  }

  #drawAll({ currentTime, sampleRate }: AudioContext, nowMs: number): void {
    const elapsedMs = nowMs - this.#drawnAtMs;
    this.#drawnAtMs = nowMs;
    const newCount = Math.ceil((currentTime - this.#drawnAtSeconds) * sampleRate);
    this.#drawnAtSeconds = currentTime;
    const firstNew = Math.max(0, fftSize - newCount);
    for (const channel of this.#channels) {
      channel.analyser.getFloatTimeDomainData(this.#samples);
      channel.shown = settledLevel(channel.shown, meterLevel(peakOf(this.#samples, firstNew)), elapsedMs);
      if (Math.abs(channel.shown - channel.drawn) < visibleStep) continue;
      channel.drawn = channel.shown;
      channel.cover.style.transform = `scaleX(${1 - channel.shown})`;
    }
  }
}

/** By index: an iterator would take three times as long, for 32 channels 25 times a second. */
function peakOf(samples: Float32Array, from: number): number {
  let peak = 0;
  for (let index = from; index < samples.length; index++) {
    const size = Math.abs(samples[index] ?? 0);
    if (size > peak) peak = size;
  }
  return peak;
}

const floorDbfs = -60;
/** A meter falls 20 dB in 1.7 s. Source: IEC 60268-10, peak programme meters of type I. */
const fallDbPerMs = 20 / 1_700;

/** A peak's place in the meter: 0 at −60 dBFS and below, 1 at full scale, linear in decibels. */
export function meterLevel(peak: number): number {
  const dbfs = 20 * Math.log10(peak);
  return Math.min(1, Math.max(0, 1 - dbfs / floorDbfs));
}

/** The level after some time: it rises at once, and falls slowly enough to read. */
export const settledLevel = (shown: number, measured: number, elapsedMs: number): number =>
  Math.max(measured, shown + (fallDbPerMs * elapsedMs) / floorDbfs, 0);

const AudioMetersContext = createContext<AudioMeters | null>(null);

/** Meters that the tiles below share; they run while the component is mounted. */
export function AudioMetersProvider({ children }: { children: ReactNode }) {
  const [meters] = useState(() => new AudioMeters());
  useEffect(() => meters.start(), [meters]);
  return <AudioMetersContext value={meters}>{children}</AudioMetersContext>;
}

const neverChanges = () => () => undefined;

/** The shared meters, or null until the browser lets the page process audio. */
export function useRunningMeters(): AudioMeters | null {
  const meters = useContext(AudioMetersContext);
  const areRunning = useSyncExternalStore(
    meters?.subscribe ?? neverChanges,
    () => meters?.areRunning ?? false,
    () => false,
  );
  return areRunning ? meters : null;
}
