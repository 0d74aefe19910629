import type { Show } from './show';

/** The choice of a camera by its number, in actions and feedbacks. */
export const cameraOption = (show: Show) => ({
  id: 'camera' as const,
  type: 'dropdown' as const,
  label: 'Camera',
  default: '1',
  choices: show.cameras.map(({ attributes: { number, name } }) => ({ id: `${number}`, label: `${number} · ${name}` })),
  // Buttons are prepared before the event has its cameras, too.
  allowCustom: true,
  regex: '/^[1-9]\\d{0,2}$/',
});
