'use client';

import { SlidersHorizontal } from 'lucide-react';
import type { ActionDispatch } from 'react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import type { MultiviewAction, MultiviewState } from '../multiview-state';

const layouts: readonly { layout: MultiviewLayout; text: string }[] = [
  { layout: '1+3', text: '1 + 3' },
  { layout: '1+5', text: '1 + 5' },
  { layout: '1+7', text: '1 + 7' },
  { layout: '2+8', text: '2 + 8' },
  { layout: '1+12', text: '1 + 12' },
  { layout: 'pip', text: 'Picture in picture' },
];

interface ViewMenuProps {
  multiview: MultiviewState;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** The layouts with large and small tiles, and what else the multiview can show, each with its key. */
export function ViewMenu({ multiview, dispatch }: ViewMenuProps) {
  const { layout, showsFilmstrip, hidesOff, guides } = multiview;
  const choices = [
    { type: 'filmstrip', text: 'Strip below the full camera', key: 'S', isOn: showsFilmstrip },
    { type: 'off-cameras', text: 'Hide cameras that are off', key: 'O', isOn: hidesOff },
    { type: 'safe-areas', text: 'Safe areas', key: 'G', isOn: guides.safeAreas },
    { type: 'center-cross', text: 'Center cross', key: 'C', isOn: guides.centerCross },
  ] as const;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button aria-label="View">
          <SlidersHorizontal aria-hidden />
          {layouts.find((choice) => choice.layout === layout)?.text}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="dark">
        <DropdownMenuLabel className="max-sm:hidden">Large and small</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={layout} className="max-sm:hidden">
          {layouts.map((choice) => (
            <DropdownMenuRadioItem
              key={choice.layout}
              value={choice.layout}
              onSelect={() => dispatch({ type: 'layout', layout: choice.layout })}
            >
              {choice.text}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuLabel>Show</DropdownMenuLabel>
        {choices.map(({ type, text, key, isOn }) => (
          <DropdownMenuCheckboxItem key={type} checked={isOn} onCheckedChange={() => dispatch({ type })}>
            {text}
            <Key name={key} />
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            dispatch({ type: 'aspect-mask' });
          }}
        >
          {`Aspect mask: ${guides.mask ?? 'off'}`}
          <Key name="A" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden className="mr-6 ml-auto pl-6 font-mono text-faint text-xs">
    {name}
  </kbd>
);
