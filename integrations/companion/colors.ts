import { combineRgb } from '@companion-module/base';

const white = combineRgb(255, 255, 255);
const black = combineRgb(0, 0, 0);

/** The product's colors, as buttons have them: text on a ground. */
export const colors = {
  plain: { color: white, bgcolor: black },
  red: { color: white, bgcolor: combineRgb(200, 20, 30) },
  green: { color: black, bgcolor: combineRgb(60, 190, 90) },
  amber: { color: black, bgcolor: combineRgb(250, 180, 40) },
  blue: { color: white, bgcolor: combineRgb(40, 90, 200) },
  grey: { color: white, bgcolor: combineRgb(90, 90, 90) },
};
