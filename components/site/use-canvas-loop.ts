import { type RefObject, useEffect } from 'react';

/** A canvas whose unit is one CSS pixel. */
export interface Frame {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  timeMs: number;
}

const frameMs = 1000 / 30;
/** A higher resolution is not visible in a moving image. */
const maxPixelRatio = 2;

/**
 * Draws a canvas 30 times a second while it is in view, or once for each size and theme where reduced motion is
 * requested. The canvas has the size that its CSS gives it.
 * @param draw must be the same function for all renders
 */
export function useCanvasLoop(ref: RefObject<HTMLCanvasElement | null>, draw: (frame: Frame) => void): void {
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    let request = 0;
    let drawnAtMs = 0;

    const paint = (timeMs: number) => {
      const ratio = Math.min(devicePixelRatio, maxPixelRatio);
      const { clientWidth: width, clientHeight: height } = canvas;
      // Not in the layout.
      if (width === 0 || height === 0) return;
      const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== pixelWidth || canvas.height !== pixelHeight)
        Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      draw({ context, width, height, timeMs });
    };
    const tick = (timeMs: number) => {
      request = requestAnimationFrame(tick);
      // Every other frame of a 60 Hz display is slightly early.
      if (timeMs - drawnAtMs < frameMs - 2) return;
      drawnAtMs = timeMs;
      paint(timeMs);
    };
    const paintStill = () => {
      if (stillness.matches) paint(0);
    };
    const watch = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(request);
      if (entry?.isIntersecting && !stillness.matches) request = requestAnimationFrame(tick);
    });
    const sizes = new ResizeObserver(paintStill);
    const themes = new MutationObserver(paintStill);
    watch.observe(canvas);
    sizes.observe(canvas);
    themes.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      cancelAnimationFrame(request);
      watch.disconnect();
      sizes.disconnect();
      themes.disconnect();
    };
  }, [ref, draw]);
}
