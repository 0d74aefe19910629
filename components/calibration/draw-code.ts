import { correction, generate, mode } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { codeTextAt } from '@/lib/core/calibration-code';

/** The code of a moment, as an SVG path of 21 modules a side. The most correction: lenses blur, and frames blend. */
export function drawCode(nowMs: number): string {
  return toSvgPath(generate(mode.numeric(codeTextAt(nowMs)), { minCorrectionLevel: correction.H }));
}

/** The side of each code, in modules. */
export const codeModules = 21;
