import type { JSHandle, Page } from '@playwright/test';

/** Moving pictures of 640×360 in a page, until that closes. */
export const movingCanvas = (page: Page): Promise<JSHandle<MediaStream>> =>
  page.evaluateHandle(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d');
    let step = 0;
    setInterval(() => {
      if (!context) return;
      step += 7;
      context.fillStyle = `hsl(${step % 360} 80% 50%)`;
      context.fillRect((step * 3) % 640, 0, 200, 360);
    }, 40);
    return canvas.captureStream(25);
  });
