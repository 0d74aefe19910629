import { formatCount } from '@/lib/browser/page/format-count';
import type { Frame } from './use-canvas-loop';

type Pattern = (context: CanvasRenderingContext2D, width: number, height: number, seconds: number) => void;

const tau = 2 * Math.PI;
const gap = 2;

const bars: Pattern = (context, width, height, seconds) => {
  const colors = ['#bdbdb4', '#b9b546', '#3fb1b3', '#47ad47', '#b04bb0', '#ad4444', '#4446b0'];
  colors.forEach((color, index) => {
    context.fillStyle = color;
    context.fillRect((index * width) / 7, 0, width / 7 + 1, height);
  });
  context.fillStyle = '#ffffff40';
  context.fillRect(((seconds / 6) % 1.1) * width - width / 10, 0, width / 10, height);
};

const rings: Pattern = (context, width, height, seconds) => {
  context.strokeStyle = '#8fa3b8';
  context.lineWidth = width / 60;
  for (let ring = 0; ring < 12; ring++) {
    context.globalAlpha = 1 - (ring + (seconds % 1)) / 12;
    context.beginPath();
    context.arc(width / 2, height / 2, ((ring + (seconds % 1)) * width) / 18, 0, tau);
    context.stroke();
  }
  context.globalAlpha = 1;
};

const stripes: Pattern = (context, width, height, seconds) => {
  const step = width / 8;
  context.strokeStyle = '#c9cdd3';
  context.lineWidth = step / 2;
  context.beginPath();
  for (let x = ((seconds * step) / 2) % step; x < width + height + step; x += step) {
    context.moveTo(x - step, -1);
    context.lineTo(x - step - height, height + 1);
  }
  context.stroke();
};

const steps: Pattern = (context, width, height, seconds) => {
  for (let index = 0; index < 11; index++) {
    context.fillStyle = `hsl(215 6% ${8 + index * 8}%)`;
    context.fillRect((index * width) / 11, 0, width / 11 + 1, height);
  }
  const bounce = (speed: number) => Math.abs(((seconds * speed) % 2) - 1);
  context.fillStyle = '#111';
  context.fillRect(bounce(0.31) * width * 0.84, bounce(0.47) * height * 0.7, width * 0.16, height * 0.3);
};

const horizon: Pattern = (context, width, height, seconds) => {
  const sky = context.createLinearGradient(0, 0, 0, height * 0.7);
  sky.addColorStop(0, '#1d2b44');
  sky.addColorStop(1, '#c98b5e');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#f6ddb4';
  context.beginPath();
  context.arc(width * (0.5 + 0.3 * Math.sin(seconds / 5)), height * 0.56, height * 0.16, 0, tau);
  context.fill();
  context.fillStyle = '#16222f';
  context.fillRect(0, height * 0.7, width, height);
};

const card: Pattern = (context, width, height, seconds) => {
  context.strokeStyle = '#6d7683';
  context.lineWidth = 1;
  context.beginPath();
  for (let line = 1; line < 16; line++) {
    context.moveTo((line * width) / 16, 0);
    context.lineTo((line * width) / 16, height);
    context.moveTo(0, (line * width) / 16);
    context.lineTo(width, (line * width) / 16);
  }
  context.stroke();
  context.strokeStyle = '#e8eaed';
  context.lineWidth = 2;
  context.beginPath();
  context.arc(width / 2, height / 2, height * 0.4, 0, tau);
  context.moveTo(width / 2, height / 2);
  context.lineTo(
    width / 2 + height * 0.4 * Math.sin((seconds * tau) / 4),
    height / 2 - height * 0.4 * Math.cos((seconds * tau) / 4),
  );
  context.stroke();
};

const cameras: { name: string; pattern: Pattern }[] = [
  { name: 'Wide', pattern: horizon },
  { name: 'Stage left', pattern: rings },
  { name: 'Stage right', pattern: stripes },
  { name: 'Keys', pattern: steps },
  { name: 'Bars', pattern: bars },
  { name: 'Crane', pattern: card },
];
/** How long each camera is on air, in the order of the tiles. */
const shotSeconds = 4;
/** This camera is lost in each round for a while, and returns by itself. */
const lostCamera = 3;
const lostSeconds = { from: 6, to: 12 };
const roundSeconds = shotSeconds * cameras.length;
const gutterHeight = 22;
const meterWidth = 9;

/** The state of the show at a time. */
interface Moment {
  program: number;
  preview: number;
  /** For how many seconds the lost camera has been away; null while it is there. */
  lostForSeconds: number | null;
}

/** The show at a time in seconds: cuts from camera to camera, past the one that is lost. */
export function momentAt(seconds: number): Moment {
  const inRound = seconds % roundSeconds;
  const isLost = inRound >= lostSeconds.from && inRound < lostSeconds.to;
  const shot = Math.floor(inRound / shotSeconds);
  const next = (shot + 1) % cameras.length;
  return {
    program: isLost && shot === lostCamera ? next : shot,
    preview: isLost && next === lostCamera ? (next + 1) % cameras.length : next,
    lostForSeconds: isLost ? Math.floor(inRound - lostSeconds.from) : null,
  };
}

/** The time of day with the frame number at 25 frames a second, such as `20:15:07:12`. */
export function timecode(time: Date): string {
  const frames = Math.floor(time.getMilliseconds() / 40);
  return [time.getHours(), time.getMinutes(), time.getSeconds(), frames]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function drawMeters(context: CanvasRenderingContext2D, height: number, seconds: number): void {
  for (const channel of [0, 1]) {
    const wave = Math.sin(seconds * 7 + channel) * Math.sin(seconds * 2.3) * Math.sin(seconds * 0.9 + channel / 2);
    const level = (0.5 + 0.4 * wave) * height;
    context.fillStyle = '#ffffff26';
    context.fillRect(2 + channel * 4, 0, 3, height);
    context.fillStyle = '#f2f4f7';
    context.fillRect(2 + channel * 4, height - level, 3, level);
  }
}

function drawNoPicture(context: CanvasRenderingContext2D, width: number, height: number, seconds: number): void {
  context.fillStyle = '#000000c4';
  context.fillRect(0, 0, width, height);
  context.save();
  context.font = `600 ${Math.round(width / 11)}px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#fff';
  context.fillText(`No picture ${formatCount(seconds)}`, width / 2, height / 2);
  context.restore();
}

/** A multiview of six test patterns as the product draws one. Its tally cuts, and one camera is lost and returns. */
export function drawMultiview({ context, width, height, timeMs }: Frame): void {
  const columns = width < 560 ? 2 : 3;
  const rows = cameras.length / columns;
  const [tileWidth, tileHeight] = [(width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows];
  const [pictureWidth, pictureHeight] = [tileWidth - meterWidth - 2, tileHeight - gutterHeight];
  const { program, preview, lostForSeconds } = momentAt(timeMs / 1_000);
  const time = timecode(new Date());
  const style = getComputedStyle(context.canvas);
  const colorOf = (name: string) => style.getPropertyValue(name);
  context.font = `500 11px ${style.fontFamily}`;
  cameras.forEach(({ name, pattern }, index) => {
    const isLost = lostForSeconds !== null && index === lostCamera;
    const seconds = timeMs / 1_000 + index * 3;
    context.save();
    context.translate((index % columns) * (tileWidth + gap), Math.floor(index / columns) * (tileHeight + gap));
    context.save();
    context.beginPath();
    context.rect(0, 0, pictureWidth, pictureHeight);
    context.clip();
    context.fillStyle = '#1c2026';
    context.fillRect(0, 0, pictureWidth, pictureHeight);
    // A lost camera stands still.
    pattern(context, pictureWidth, pictureHeight, isLost ? seconds - lostForSeconds : seconds);
    if (isLost) drawNoPicture(context, pictureWidth, pictureHeight, lostForSeconds);
    context.restore();
    context.save();
    context.translate(pictureWidth, 0);
    if (!isLost) drawMeters(context, pictureHeight, seconds);
    context.restore();
    const baseline = tileHeight - 7;
    context.fillStyle = '#f2f4f7';
    const label = `${index + 1}  ${name}`;
    context.fillText(label, 6, baseline);
    const [mark, words] = isLost ? ['✕', 'Camera lost'] : ['●', time];
    const whole = `${mark} ${words}`;
    // On a phone the name has the room, and the mark says the rest.
    const fits = context.measureText(label + whole).width + 20 < pictureWidth;
    const state = fits ? whole : mark;
    context.fillStyle = colorOf(isLost ? '--red' : '--green');
    context.fillText(state, pictureWidth - context.measureText(state).width - 4, baseline);
    if (index === program || index === preview) {
      const lineWidth = index === program ? 4 : 2;
      context.strokeStyle = colorOf(index === program ? '--color-program' : '--color-preview');
      context.lineWidth = lineWidth;
      context.strokeRect(lineWidth / 2, lineWidth / 2, tileWidth - lineWidth, tileHeight - lineWidth);
    }
    context.restore();
  });
}
