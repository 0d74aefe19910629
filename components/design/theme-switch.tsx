'use client';

import { SegmentedControl } from '@/components/controls/segmented-control';
import { useProductName } from '@/components/shell/product';
import { themeStorageKey } from '@/components/shell/theme-storage-key';
import { themes, useTheme } from '@/lib/browser/page/use-theme';

const options = [
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'system', text: 'System' },
] as const;

/** The theme of the whole page, as in the header's menu. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme(themeStorageKey(useProductName()));
  return (
    <SegmentedControl
      legend="Theme of this page"
      name="theme"
      options={options}
      value={theme}
      onChange={(value) => choose(themes.find((known) => known === value) ?? 'system')}
    />
  );
}
