import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';

/** CPU time of the page's main thread, in milliseconds a second. */
export interface MainThread {
  total: number;
  script: number;
  style: number;
  layout: number;
}

/** One key or click, until the page's next frame. Event Timing rounds the whole to 8 ms. */
export interface Interaction {
  name: string;
  /** From the press to the next paint, as browsers count Interaction to Next Paint. */
  durationMs: number;
  /** Before the page's own code began. */
  delayMs: number;
  /** In the page's own code. */
  processingMs: number;
  /** The main thread's CPU time from the press to the second frame after it, including other work. */
  mainThreadMs: number;
}

interface SeenEvent {
  interactionId: number;
  durationMs: number;
  delayMs: number;
  processingMs: number;
}

/** Events shorter than this Chromium does not report. */
const shortestMs = 16;
const settleMs = 700;
/** A pointer that is moved slowly. */
const pointerMs = 100;

/** Watches how soon a page answers, and what it costs its main thread. */
export class InteractionProbe {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  /** Watches from the page's next navigation on. */
  static async install(page: Page): Promise<InteractionProbe> {
    await page.addInitScript((durationThreshold) => {
      const events: SeenEvent[] = [];
      Object.assign(window, { seenEvents: events });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
          if (!entry.interactionId) continue;
          const { interactionId, duration, startTime, processingStart, processingEnd } = entry;
          events.push({
            interactionId,
            durationMs: duration,
            delayMs: processingStart - startTime,
            processingMs: processingEnd - processingStart,
          });
        }
      }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    }, shortestMs);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new InteractionProbe(page, devtools);
  }

  /** Measures the main thread while nobody touches the page. */
  async measureRest(durationMs: number): Promise<MainThread> {
    const before = await this.#spentMs();
    const startMs = performance.now();
    await sleep(durationMs);
    const seconds = (performance.now() - startMs) / 1000;
    const after = await this.#spentMs();
    const perSecond = (key: keyof MainThread) => (after[key] - before[key]) / seconds;
    return {
      total: perSecond('total'),
      script: perSecond('script'),
      style: perSecond('style'),
      layout: perSecond('layout'),
    };
  }

  /**
   * The frames of the page that its main thread makes a second while somebody moves the pointer. With more than one
   * video on a page that nobody has touched for 250 ms, Chromium asks for 30 at most (cc/trees/frame_rate_estimator.cc).
   */
  async countFrames(durationMs: number): Promise<number> {
    const counted = this.#page.evaluate(
      (forMs) =>
        new Promise<number>((resolve) => {
          let frames = 0;
          const startMs = performance.now();
          const count = () => {
            const elapsedMs = performance.now() - startMs;
            if (elapsedMs >= forMs) return resolve((1000 * frames) / elapsedMs);
            frames++;
            requestAnimationFrame(count);
          };
          requestAnimationFrame(count);
        }),
      durationMs,
    );
    const endMs = performance.now() + durationMs;
    for (let x = 1; performance.now() < endMs; x = 3 - x) {
      await this.#page.mouse.move(x, 1);
      await sleep(pointerMs);
    }
    return counted;
  }

  press(key: string): Promise<Interaction> {
    return this.#interact(key, () => this.#page.keyboard.press(key));
  }

  /** Clicks in the middle of an element, with the pointer there already. */
  async click(name: string, target: Locator): Promise<Interaction> {
    await target.hover();
    await sleep(settleMs);
    return this.#interact(name, async () => {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    });
  }

  async #interact(name: string, press: () => Promise<void>): Promise<Interaction> {
    await this.#page.evaluate(() => (Reflect.get(window, 'seenEvents') as SeenEvent[]).splice(0));
    const before = await this.#spentMs();
    await press();
    await this.#page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const mainThreadMs = (await this.#spentMs()).total - before.total;
    await sleep(settleMs);
    const events = await this.#page.evaluate(() => Reflect.get(window, 'seenEvents') as SeenEvent[]);
    const slowest = events.toSorted((a, b) => b.durationMs - a.durationMs)[0];
    return {
      name,
      durationMs: slowest?.durationMs ?? shortestMs / 2,
      delayMs: slowest?.delayMs ?? 0,
      processingMs: slowest?.processingMs ?? 0,
      mainThreadMs,
    };
  }

  /** Milliseconds of CPU time since the page was opened. */
  async #spentMs(): Promise<MainThread> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    const ms = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
    return {
      total: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      style: ms('RecalcStyleDuration'),
      layout: ms('LayoutDuration'),
    };
  }
}
