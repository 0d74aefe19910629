import { useEffect, useRef } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { alarmsOf } from './alarm-words';

const storageKey = 'sightline-alarm-chime';
const gestures = ['pointerdown', 'keydown'] as const;
/** Several alarms at once are one chime. */
const minPauseMs = 2_000;
/** Two falling notes, heard over talk and not mistaken for a phone. */
const notesHz = [880, 659.25];
const noteSeconds = 0.18;
const volume = 0.2;

function readIsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    // Storage is forbidden: it stays off until the page's button is pressed.
    return false;
  }
}

/**
 * A sound for a new alarm, off unless this browser's user switched it on. Browsers let a page sound only after a click or
 * a key press on it; until then it waits, and says so.
 */
class Chime {
  #isOn: boolean | undefined;
  #context: AudioContext | undefined;
  #playedAtMs = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  get isOn(): boolean {
    this.#isOn ??= readIsOn();
    return this.#isOn;
  }

  /** It is on, and waits for the user's first click or key press on this page. */
  get isWaiting(): boolean {
    return this.isOn && this.#context?.state !== 'running';
  }

  /** Calls the listener with each change of what it is. @returns a function that removes the listener */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.isOn) this.#open();
    return () => this.#listeners.delete(listener);
  };

  /** To be called by a press of the user's, which lets the page sound. */
  switch(isOn: boolean): void {
    this.#isOn = isOn;
    try {
      localStorage.setItem(storageKey, isOn ? 'on' : 'off');
    } catch {
      // Storage is full or forbidden: it holds for this page.
    }
    if (isOn) {
      this.#open();
      void this.#context?.resume().then(() => this.play());
    }
    this.#notify();
  }

  play(): void {
    const nowMs = performance.now();
    const context = this.#context;
    if (!this.isOn || context?.state !== 'running' || nowMs - this.#playedAtMs < minPauseMs) return;
    this.#playedAtMs = nowMs;
    for (const [index, frequency] of notesHz.entries()) {
      const at = context.currentTime + index * noteSeconds;
      const note = new OscillatorNode(context, { frequency });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setTargetAtTime(volume, at, 0.01);
      gain.gain.setTargetAtTime(0, at + noteSeconds, 0.05);
      note.connect(gain).connect(context.destination);
      note.start(at);
      note.stop(at + noteSeconds + 0.5);
    }
  }

  #open(): void {
    if (this.#context) return;
    const context = new AudioContext();
    this.#context = context;
    context.addEventListener('statechange', () => this.#notify());
    const resume = () => {
      if (this.isOn && context.state !== 'running') void context.resume();
    };
    for (const gesture of gestures) document.addEventListener(gesture, resume);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** This page's chime. */
export const chime = new Chime();

/** Rings with each alarm that begins. Those that are there when the page opens are known. */
export function useChime(streams: StreamJson[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!streams) return;
    const now = streams.flatMap(({ id, attributes }) =>
      alarmsOf(attributes).flatMap(({ finding: { code, since, acknowledged } }) =>
        acknowledged ? [] : [`${id} ${code} ${since}`],
      ),
    );
    const before = known.current;
    known.current = new Set(now);
    if (before && now.some((alarm) => !before.has(alarm))) chime.play();
  }, [streams]);
}
