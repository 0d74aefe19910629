/** What the colour reference shows, by the names of the CSS variables in app/globals.css. */
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

export const stateColours = [
  { name: 'green', use: 'Live and well', tone: 'live' },
  { name: 'amber', use: 'In transition or degraded', tone: 'pending' },
  { name: 'red', use: 'Failed or destructive', tone: 'failed' },
  { name: 'blue', use: 'Information and focus', tone: null },
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
