import type { PtzSpeeds } from '@/lib/core/visca';

/** Sticks never come to rest exactly in the middle. */
const deadZone = 0.15;

/** A stick's axis as a speed: slow near the middle, where a hand needs it. */
function speedOf(axis = 0): number {
  const beyond = Math.max(0, Math.abs(axis) - deadZone) / (1 - deadZone);
  return Math.sign(axis) * beyond ** 2;
}

/** The first gamepad that is there. Browsers tell of one once a button of it is pressed. */
export const connectedGamepad = (): Gamepad | undefined =>
  navigator.getGamepads().find((pad) => pad?.connected) ?? undefined;

/**
 * Reads a gamepad of the browser's standard mapping: the left stick turns, the right one zooms, and either shoulder button is
 * the guard key.
 */
export function readGamepad({ axes, buttons }: { axes: readonly number[]; buttons: readonly { pressed: boolean }[] }): {
  speeds: PtzSpeeds;
  isGuardHeld: boolean;
} {
  // Stick axes grow downwards; 0 - 0 is no negative zero.
  const speeds = { pan: speedOf(axes[0]), tilt: 0 - speedOf(axes[1]), zoom: 0 - speedOf(axes[3]) };
  return { speeds, isGuardHeld: [4, 5].some((index) => buttons[index]?.pressed) };
}
