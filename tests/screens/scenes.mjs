import process from 'node:process';

/*
 * Draws one scene of a service as raw RGB frames on standard output, so that pictures of the product need no stock
 * footage. Usage: node scenes.mjs pulpit|choir|congregation FRAMES FPS. A frame has 480 x 270 pixels.
 */

const width = 480;
const height = 270;
const aspect = width / height;

const mix = (from, to, share) => from.map((value, index) => value + (to[index] - value) * share);
const clamp = (value) => Math.min(1, Math.max(0, value));
const smooth = (from, to, value) => {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
};
/** How much of a point lies in an ellipse with a soft edge. */
const ellipse = (x, y, atX, atY, radiusX, radiusY, edge = 0.06) =>
  1 - smooth(1 - edge, 1 + edge, Math.hypot((x - atX) / radiusX, (y - atY) / radiusY));
/** How much of a point lies in a rectangle with soft edges. */
const box = (x, y, left, top, right, bottom, edge = 0.004) =>
  smooth(left - edge, left + edge, x) *
  (1 - smooth(right - edge, right + edge, x)) *
  smooth(top - edge, top + edge, y) *
  (1 - smooth(bottom - edge, bottom + edge, y));
/** A pointed window of a church, in panes of colored glass. */
const arch = (x, y, atX, top, bottom, half) =>
  Math.max(
    box(x, y, atX - half, top + half, atX + half, bottom),
    ellipse(x, y, atX, top + half * 1.1, half, half * 1.4),
  );
/** Light that falls in from a lamp above. */
const cone = (x, y, atX, spread) => Math.exp(-(((x - atX) / (spread * (0.25 + y))) ** 2)) * (1 - 0.55 * y);

const skins = [
  [0.87, 0.66, 0.52],
  [0.55, 0.37, 0.27],
  [0.93, 0.76, 0.64],
  [0.71, 0.5, 0.37],
];
const hairs = [
  [0.14, 0.09, 0.06],
  [0.35, 0.23, 0.13],
  [0.62, 0.58, 0.55],
  [0.09, 0.08, 0.09],
];

function person(color, x, y, { atX, atY, size, robe, kind, light }) {
  if (Math.abs(x - atX) > size * 2 || y < atY - size * 1.3 || y > atY + size * 4.7) return color;
  const body = ellipse(x, y, atX, atY + size * 2.75, size * 1.75, size * 1.75, 0.05);
  const hair = ellipse(x, y, atX, atY - size * 0.12, size * 0.8, size * 0.95);
  let shown = mix(color, robe, body);
  shown = mix(shown, skins[kind % 4], ellipse(x, y, atX, atY + size * 0.95, size * 0.36, size * 0.5));
  shown = mix(shown, hairs[(kind + 1) % 4], hair);
  shown = mix(shown, skins[kind % 4], ellipse(x, y, atX, atY + size * 0.12, size * 0.66, size * 0.85));
  const side = 0.5 + 0.5 * clamp((atX - x) / size + 0.5);
  return mix(
    shown,
    shown.map((value) => value * side),
    light * Math.max(body, hair),
  );
}

const scenes = {
  pulpit(x, y, seconds) {
    const panel = 0.5 + 0.5 * Math.cos(x * 34);
    let color = mix([0.2, 0.12, 0.08], [0.34, 0.21, 0.13], smooth(0.1, 0.9, panel));
    color = mix(color, [0.1, 0.07, 0.06], smooth(0.2, 1.1, y));
    const glow = arch(x, y, 1.42, 0.06, 0.62, 0.11);
    const pane = Math.sin(x * 70) * Math.sin(y * 46);
    color = mix(color, pane > 0 ? [0.5, 0.68, 0.86] : [0.86, 0.68, 0.4], glow * 0.85);
    const sway = 0.012 * Math.sin(seconds * 1.1);
    color = person(color, x, y, {
      atX: 0.86 + sway,
      atY: 0.34,
      size: 0.105,
      robe: [0.08, 0.09, 0.12],
      kind: 2,
      light: 0.6,
    });
    color = mix(color, [0.92, 0.91, 0.88], ellipse(x, y, 0.86 + sway, 0.512, 0.03, 0.024));
    color = mix(color, [0.3, 0.17, 0.09], box(x, y, 0.52, 0.76, 1.2, 1.1));
    color = mix(color, [0.46, 0.28, 0.15], box(x, y, 0.48, 0.72, 1.24, 0.77));
    color = mix(
      color,
      [0.05, 0.05, 0.06],
      ellipse(x, y, 1.02, 0.66, 0.022, 0.03) + box(x, y, 1.016, 0.68, 1.024, 0.73),
    );
    return color.map((value, index) => value * (0.75 + [0.75, 0.62, 0.45][index] * cone(x, y, 0.8, 0.6)));
  },
  choir(x, y, seconds) {
    let color = mix([0.16, 0.17, 0.22], [0.07, 0.07, 0.1], y);
    for (let pipe = 0; pipe < 18; pipe++) {
      const at = 0.05 + pipe * 0.1;
      if (x < at - 0.01 || x > at + 0.085) continue;
      const shine = 0.5 + 0.5 * Math.cos((x - at) * 75);
      color = mix(
        color,
        mix([0.3, 0.24, 0.13], [0.83, 0.71, 0.44], shine),
        box(x, y, at, 0.02, at + 0.075, 0.34 + 0.05 * Math.cos(pipe * 0.9)) * 0.8,
      );
    }
    for (let row = 0; row < 3; row++) {
      const count = 9 - row;
      for (let seat = 0; seat < count; seat++) {
        const kind = row * 5 + seat * 3;
        const atX = ((seat + 0.5) / count) * aspect + 0.01 * Math.sin(seconds * 1.7 + kind);
        const atY = 0.33 + row * 0.2 + 0.006 * Math.sin(seconds * 2.3 + kind * 2);
        color = person(color, x, y, {
          atX,
          atY,
          size: 0.05 + row * 0.011,
          robe: mix([0.4, 0.06, 0.1], [0.5, 0.09, 0.13], row / 2),
          kind,
          light: 0.45,
        });
      }
    }
    return color.map((value, index) => value * (0.7 + [0.7, 0.65, 0.6][index] * cone(x, y, 0.9, 1.1)));
  },
  congregation(x, y, seconds) {
    let color = mix([0.24, 0.22, 0.24], [0.12, 0.1, 0.1], y);
    for (const [index, at] of [0.3, 0.62, 0.89, 1.16, 1.48].entries()) {
      const glow = arch(x, y, at, index === 2 ? 0.04 : 0.1, 0.5, index === 2 ? 0.085 : 0.06);
      const pane = Math.sin(x * 95 + index) * Math.sin(y * 60 + index * 2);
      const glass = [
        [0.85, 0.32, 0.26],
        [0.27, 0.45, 0.86],
        [0.94, 0.74, 0.3],
        [0.3, 0.66, 0.47],
      ][Math.floor((pane + 1) * 1.99)];
      color = mix(color, glass, glow * (0.85 + 0.1 * Math.sin(seconds * 0.8 + index)));
    }
    color = mix(color, [0.9, 0.87, 0.8], box(x, y, 0.62, 0.56, 1.16, 0.66));
    color = person(color, x, y, {
      atX: 0.89 + 0.03 * Math.sin(seconds * 0.5),
      atY: 0.42,
      size: 0.03,
      robe: [0.93, 0.92, 0.9],
      kind: 1,
      light: 0.3,
    });
    color = color.map((value, index) => value * (0.75 + [0.6, 0.55, 0.45][index] * cone(x, y, 0.89, 0.55)));
    for (let row = 0; row < 4; row++) {
      const size = 0.035 + row * 0.021;
      const count = Math.round(aspect / (size * 2.9));
      for (let seat = 0; seat <= count; seat++) {
        const kind = row * 7 + seat * 5;
        const atX = (seat + (row % 2) / 2) * (aspect / count) + 0.004 * Math.sin(seconds * 0.9 + kind);
        const atY = 0.6 + row * 0.115 + 0.012 * Math.sin(kind * 4.1);
        if (Math.abs(x - atX) > size * 1.8 || y < atY - size * 1.2) continue;
        const dark = mix(hairs[kind % 4], [0.04, 0.035, 0.04], 0.45 + row * 0.12);
        color = mix(
          color,
          dark.map((value) => value * 0.7 + 0.015),
          ellipse(x, y, atX, atY + size * 2.6, size * 1.6, size * 1.7, 0.08),
        );
        color = mix(color, dark, ellipse(x, y, atX, atY, size * 0.8, size, 0.1));
      }
    }
    return color;
  },
};

const [name = '', frames = '0', fps = '15'] = process.argv.slice(2);
const scene = scenes[name];
if (!scene) throw new Error(`There is no scene ${name}.`);
const pixels = Buffer.alloc(width * height * 3);
for (let frame = 0; frame < Number(frames); frame++) {
  // Half of the frames run backwards, so that the clip repeats without a jump.
  const seconds = Math.min(frame, Number(frames) - 1 - frame) / Number(fps);
  const zoom = 1 - 0.004 * seconds;
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (aspect * (column - width / 2) * zoom) / width + aspect / 2;
      const y = ((row - height / 2) * zoom) / height + 0.5;
      const vignette = 1 - 0.35 * ((x / aspect - 0.5) ** 2 + (y - 0.5) ** 2) * 2;
      for (const value of scene(x, y, seconds)) pixels[at++] = 255 * clamp(value * vignette) ** 0.85;
    }
  }
  if (!process.stdout.write(pixels.subarray())) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
