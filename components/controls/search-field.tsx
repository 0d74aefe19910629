'use client';

import { Search } from 'lucide-react';
import { useRef } from 'react';
import { Input } from '@/components/ui/input';
import { Tooltip } from '@/components/ui/tooltip';
import { isEscape, isShortcut, keyOf } from '@/lib/browser/page/pressed-key';
import { useKeyDown } from '@/lib/browser/page/use-key-down';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (search: string) => void;
  /** False in a dialog, where the key types. */
  hasKey?: boolean;
}

/** The search of a page's list. The key `/` focuses it, Escape clears it. */
export function SearchField({ label, value, onSearch, hasKey = true }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  useKeyDown((event) => {
    if (keyOf(event) !== '/' || !isShortcut(event)) return;
    // Firefox would open its own search.
    event.preventDefault();
    ref.current?.focus();
  });

  const input = (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      aria-keyshortcuts={hasKey ? '/' : undefined}
      placeholder="Search"
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!isEscape(event.nativeEvent)) return;
        onSearch('');
        event.currentTarget.blur();
      }}
      className="h-10 pl-8"
    />
  );
  return (
    <div className="relative min-w-44 flex-1 sm:max-w-72">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint" />
      {hasKey ? (
        <Tooltip text="Search" keys="/">
          {input}
        </Tooltip>
      ) : (
        input
      )}
    </div>
  );
}
