import { type RefObject, useEffect, useState } from 'react';
import { lookUp } from '@/lib/core/look-up';
import { type PtzSpeeds, stillPtz } from '@/lib/core/visca';
import { keyOf } from '../page/pressed-key';
import { DoubleTap } from './double-tap';
import { picturePointAt } from './picture-point';
import { PtzDriver } from './ptz-driver';
import { connectedGamepad, readGamepad } from './read-gamepad';
import { sendPtz } from './use-ptz';

const keySpeed = 0.5;
/** Speeds of keys, by what they add. */
const speedsByKey: Record<string, Partial<PtzSpeeds>> = {
  ArrowLeft: { pan: -keySpeed },
  ArrowRight: { pan: keySpeed },
  ArrowUp: { tilt: keySpeed },
  ArrowDown: { tilt: -keySpeed },
  '+': { zoom: keySpeed },
  '=': { zoom: keySpeed },
  '-': { zoom: -keySpeed },
  _: { zoom: -keySpeed },
};

/** A drag over this part of the surface's shorter side is full speed. */
const fullSpeedPart = 0.35;
/** A hand that only presses shakes this far, and a finger further. */
const shakePx = { mouse: 4, touch: 10 };
/** A turn of the wheel zooms for this long. */
const wheelMs = 200;
/** Pixels of one turn for full speed. */
const fullSpeedWheelPx = 120;

const clamp = (speed: number): number => Math.max(-1, Math.min(1, speed));

/**
 * Follows a hand on a surface: drag to turn, double click to center, wheel to zoom, arrow keys, plus and minus, and a
 * gamepad. Leaving the surface, the window or the page ends the move.
 */
class PtzHandOnSurface {
  readonly #driver: PtzDriver;
  readonly #streamId: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #ends = new AbortController();
  /** Speeds of the keys that are held, by their places. */
  readonly #keys = new Map<string, Partial<PtzSpeeds>>();
  #drag: PtzSpeeds = stillPtz;
  #wheel = 0;
  #pad: PtzSpeeds = stillPtz;
  #guards = { keys: false, pad: false };
  #wheelTimer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(streamId: string, onFailure: (error: unknown) => void) {
    this.#streamId = streamId;
    this.#onFailure = onFailure;
    this.#driver = new PtzDriver({
      send: (command) => sendPtz(streamId, command),
      isGuardHeld: () => this.#isGuardHeld,
      onFailure,
    });
  }

  /** Listens to a surface until {@link close}. */
  watch(surface: HTMLElement): void {
    const { signal } = this.#ends;
    const noteGuard = ({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }) => {
      this.#guards.keys = shiftKey || altKey;
    };
    let from: { x: number; y: number } | null = null;
    let isDragged = false;
    const taps = new DoubleTap();
    const tapOf = ({ clientX: x, clientY: y, timeStamp: atMs }: PointerEvent) => ({ x, y, atMs });
    surface.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return;
        noteGuard(event);
        surface.setPointerCapture(event.pointerId);
        // Safari focuses no button that is pressed.
        surface.focus();
        from = { x: event.clientX, y: event.clientY };
        isDragged = false;
        taps.press(tapOf(event));
      },
      { signal },
    );
    surface.addEventListener(
      'pointermove',
      (event) => {
        if (!from) return;
        noteGuard(event);
        const movedPx = Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (!isDragged && movedPx <= (event.pointerType === 'mouse' ? shakePx.mouse : shakePx.touch)) return;
        isDragged = true;
        taps.forget();
        const fullPx = fullSpeedPart * Math.min(surface.clientWidth, surface.clientHeight);
        const pan = clamp((event.clientX - from.x) / fullPx);
        this.#drag = { pan, tilt: clamp((from.y - event.clientY) / fullPx), zoom: 0 };
        this.#drive();
      },
      { signal },
    );
    surface.addEventListener(
      'pointerup',
      (event) => {
        noteGuard(event);
        if (event.button === 0 && taps.release(tapOf(event))) void this.#center(event);
      },
      { signal },
    );
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      surface.addEventListener(
        type,
        () => {
          from = null;
          this.#drag = stillPtz;
          this.#drive();
        },
        { signal },
      );
    }
    surface.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        noteGuard(event);
        // Shift makes browsers turn the wheel sideways.
        const turned = event.deltaY || event.deltaX;
        this.#wheel = clamp(-turned / fullSpeedWheelPx);
        clearTimeout(this.#wheelTimer);
        this.#wheelTimer = setTimeout(() => {
          this.#wheel = 0;
          this.#drive();
        }, wheelMs);
        this.#drive();
      },
      { signal, passive: false },
    );
    surface.addEventListener(
      'keydown',
      (event) => {
        const speeds = lookUp(speedsByKey, keyOf(event));
        if (!speeds || event.ctrlKey || event.metaKey) return;
        // These keys belong to the multiview, and to the page's scroll bar, while nothing is moved.
        event.preventDefault();
        event.stopPropagation();
        noteGuard(event);
        this.#keys.set(event.code, speeds);
        this.#drive();
      },
      { signal },
    );
    surface.addEventListener(
      'keyup',
      (event) => {
        if (!this.#keys.delete(event.code)) return;
        event.stopPropagation();
        this.#drive();
      },
      { signal },
    );
    for (const type of ['keydown', 'keyup'] as const)
      window.addEventListener(type, noteGuard, { signal, capture: true });
    const rest = () => this.rest();
    surface.addEventListener('blur', rest, { signal });
    window.addEventListener('blur', rest, { signal });
    window.addEventListener('pagehide', rest, { signal });
    document.addEventListener('visibilitychange', rest, { signal });
    this.#followPad(surface);
  }

  get #isGuardHeld(): boolean {
    return this.#guards.keys || this.#guards.pad;
  }

  /** Turns what is seen at a place of the page to the middle of the picture. */
  async #center(place: PointerEvent): Promise<void> {
    const point = picturePointAt(place);
    if (!point) return;
    try {
      await sendPtz(this.#streamId, { action: 'center', ...point, guard_held: this.#isGuardHeld });
      this.#onFailure(null);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Ends every movement of the hand. */
  rest(): void {
    this.#keys.clear();
    this.#drag = stillPtz;
    this.#wheel = 0;
    this.#pad = stillPtz;
    this.#guards = { keys: false, pad: false };
    this.#drive();
  }

  close(): void {
    this.#ends.abort();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#wheelTimer);
    this.rest();
  }

  /** A gamepad moves the camera whose surface has the focus. */
  #followPad(surface: HTMLElement): void {
    const pad = document.activeElement === surface ? connectedGamepad() : undefined;
    if (pad) {
      const { speeds, isGuardHeld } = readGamepad(pad);
      this.#pad = speeds;
      this.#guards.pad = isGuardHeld;
      this.#drive();
    }
    this.#frame = requestAnimationFrame(() => this.#followPad(surface));
  }

  #drive(): void {
    const parts: Partial<PtzSpeeds>[] = [this.#drag, { zoom: this.#wheel }, this.#pad, ...this.#keys.values()];
    const sum = (of: keyof PtzSpeeds) => clamp(parts.reduce((total, part) => total + (part[of] ?? 0), 0));
    this.#driver.drive({ pan: sum('pan'), tilt: sum('tilt'), zoom: sum('zoom') });
  }
}

/** Moves a camera by a surface on the page while it is mounted. @returns the last failure; null once a move was taken */
export function usePtzHand(streamId: string, surface: RefObject<HTMLElement | null>): unknown {
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!surface.current) return;
    const hand = new PtzHandOnSurface(streamId, setFailure);
    hand.watch(surface.current);
    return () => hand.close();
  }, [streamId, surface]);
  return failure;
}
