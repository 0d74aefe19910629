/** The colors of the color reference, by the names of the CSS variables in app/globals.css. */
export const neutralSteps = [
  { name: 'n1', use: 'Canvas' },
  { name: 'n2', use: 'Cards' },
  { name: 'n3', use: 'Controls' },
  { name: 'n4', use: 'Control, hover' },
  { name: 'n5', use: 'Control, pressed' },
  { name: 'n6', use: 'Test pattern' },
  { name: 'n7', use: 'Strong lines' },
  { name: 'n8', use: 'Field borders' },
  { name: 'n9', use: 'Icons at rest' },
  { name: 'n10', use: 'Faint text' },
  { name: 'n11', use: 'Muted text' },
  { name: 'n12', use: 'Ink' },
] as const;

export const surfaces = [
  { name: 'well', use: 'Behind video' },
  { name: 'floating', use: 'Menus, dialogs, toasts' },
  { name: 'hairline', use: 'Lines instead of shadows' },
  { name: 'primary', use: 'Primary button' },
  { name: 'on-primary', use: 'Text on it' },
] as const;

export const stateColors = [
  { name: 'green', use: 'Live and well' },
  { name: 'amber', use: 'In transition or degraded' },
  { name: 'red', use: 'Failed or destructive' },
  { name: 'blue', use: 'Information and focus' },
] as const;

export const typeSizes = [
  { px: 44, className: 'text-2xl' },
  { px: 28, className: 'text-xl' },
  { px: 20, className: 'text-lg' },
  { px: 16, className: 'text-md' },
  { px: 14, className: 'text-base' },
  { px: 13, className: 'text-sm' },
  { px: 12, className: 'text-xs' },
] as const;

export const fontWeights = [
  { weight: 400, className: 'font-normal' },
  { weight: 500, className: 'font-medium' },
  { weight: 600, className: 'font-semibold' },
] as const;

/** Steps of the 4 px grid, in pixels. */
export const spaces = [
  { px: 4, className: 'w-1' },
  { px: 8, className: 'w-2' },
  { px: 12, className: 'w-3' },
  { px: 16, className: 'w-4' },
  { px: 24, className: 'w-6' },
  { px: 32, className: 'w-8' },
  { px: 48, className: 'w-12' },
  { px: 64, className: 'w-16' },
] as const;

export const radii = [
  { px: '6', use: 'Controls', className: 'rounded-md' },
  { px: '10', use: 'Tiles and cards', className: 'rounded-lg' },
  { px: 'full', use: 'State dots only', className: 'rounded-full' },
] as const;

/** Heights of controls, in pixels. */
export const controlHeights = [
  { px: 32, use: 'Work areas', className: 'h-8' },
  { px: 40, use: 'Forms', className: 'h-10' },
  { px: 44, use: 'Touch screens', className: 'h-11' },
] as const;
