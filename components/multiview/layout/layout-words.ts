import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';

/** The layouts' names on screen. */
export const layoutWords: Record<MultiviewLayout, string> = {
  auto: 'Auto',
  '1': '1 column',
  '2': '2 columns',
  '3': '3 columns',
  '4': '4 columns',
  '1+3': '1 + 3',
  '1+5': '1 + 5',
  '1+7': '1 + 7',
  '2+8': '2 + 8',
  '1+12': '1 + 12',
  pip: 'Picture in picture',
  program: 'Program leads',
};
