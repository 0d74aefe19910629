'use client';

import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Input } from '@/components/ui/input';
import { Tooltip } from '@/components/ui/tooltip';
import { keyOf } from '@/lib/browser/page/pressed-key';

/** Where `/` is a letter, and dialogs, which are above the page. */
const textFields = 'input:not([type="radio"], [type="range"]), textarea, select, [role="dialog"]';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (search: string) => void;
}

/** The search of a page's list. The key `/` focuses it, Escape clears it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(textFields) !== null;
      const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (keyOf(event) !== '/' || isTyping || !isBare) return;
      // Firefox would open its own search.
      event.preventDefault();
      ref.current?.focus();
    };
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);

  return (
    <div className="relative min-w-44 flex-1 sm:max-w-72">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint" />
      <Tooltip text="Search" keys="/">
        <Input
          ref={ref}
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder="Search"
          value={value}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            onSearch('');
            event.currentTarget.blur();
          }}
          className="h-10 pl-8"
        />
      </Tooltip>
    </div>
  );
}
