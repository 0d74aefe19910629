'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useTheme } from '@/lib/browser/page/use-theme';
import type { Popup } from './lazy-popup';
import { useProductName } from './product';
import { themeStorageKey } from './theme-storage-key';

const choices = [
  { theme: 'light', text: 'Light', Icon: Sun },
  { theme: 'dark', text: 'Dark', Icon: Moon },
  { theme: 'system', text: 'System', Icon: Monitor },
] as const;

/** The menu of Light, Dark and System. */
export const ThemeChoices: Popup = ({ trigger }) => {
  const [theme, choose] = useTheme(themeStorageKey(useProductName()));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={theme}>
          {choices.map(({ theme: value, text, Icon }) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={() => choose(value)}>
              <Icon aria-hidden className="text-muted" />
              {text}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
