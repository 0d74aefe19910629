'use client';

import type { ActionDispatch, ComponentProps, ReactElement } from 'react';
import { chime } from '@/components/stream/alarms/chime';
import { changeoverMinutes, useChangeover } from '@/components/stream/alarms/quiet-alarms';
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
import { useMay } from '@/lib/browser/api/use-may';
import { layoutWords } from '../layout/layout-words';
import type { MultiviewAction, MultiviewState } from '../multiview-state';

const mixedLayouts = ['1+3', '1+5', '1+7', '2+8', '1+12', 'pip'] as const;

interface ViewMenuProps
  extends Pick<
    MultiviewState,
    | 'layout'
    | 'showsFilmstrip'
    | 'hidesOff'
    | 'pinsClock'
    | 'overlaysLabels'
    | 'guides'
    | 'hand'
    | 'showsHealth'
    | 'locksFrames'
    | 'cuts'
  > {
  eventId: string;
  dispatch: ActionDispatch<[MultiviewAction]>;
  /** Whether there are so many cameras that one is searched for. */
  isMany: boolean;
  onOpen: (dialog: 'presets' | 'cameras') => void;
  /** Opens and closes it; it is open when it mounts. */
  trigger: ReactElement<ComponentProps<'button'>>;
}

/** The layouts with large and small tiles, and what else the multiview can show, each with its key. */
export function ViewMenu({
  layout,
  showsFilmstrip,
  hidesOff,
  pinsClock,
  overlaysLabels,
  guides,
  hand,
  showsHealth,
  locksFrames,
  cuts,
  eventId,
  isMany,
  dispatch,
  onOpen,
  trigger,
}: ViewMenuProps) {
  const mayMute = useMay('events.update');
  const { begin } = useChangeover(eventId);
  const mayDirect = useMay('multiview.direct');
  const mayCut = useMay('program.cut');
  const choices = [
    { type: 'filmstrip', text: 'Strip below the full camera', key: 'S', isOn: showsFilmstrip },
    { type: 'off-cameras', text: 'Hide cameras that are off', key: 'O', isOn: hidesOff },
    { type: 'clock', text: 'Clock below the cameras', key: 'W', isOn: pinsClock },
    { type: 'overlay', text: 'Labels over the pictures', key: 'N', isOn: overlaysLabels },
    { type: 'safe-areas', text: 'Safe areas', key: 'G', isOn: guides.safeAreas },
    { type: 'center-cross', text: 'Center cross', key: 'C', isOn: guides.centerCross },
  ] as const;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent className="dark">
        {isMany ? (
          <DropdownMenuItem onSelect={() => onOpen('cameras')}>
            Find a camera
            <Key name="/" />
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuLabel className="max-sm:hidden">Large and small</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={layout} className="max-sm:hidden">
          {mixedLayouts.map((mixed) => (
            <DropdownMenuRadioItem
              key={mixed}
              value={mixed}
              onSelect={() => dispatch({ type: 'layout', layout: mixed })}
            >
              {layoutWords[mixed]}
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
        <div className="sm:hidden">
          <DropdownMenuCheckboxItem checked={showsHealth} onCheckedChange={() => dispatch({ type: 'health' })}>
            Health
          </DropdownMenuCheckboxItem>
          <DropdownMenuCheckboxItem checked={locksFrames} onCheckedChange={() => dispatch({ type: 'frame-lock' })}>
            Frame lock
          </DropdownMenuCheckboxItem>
          <DropdownMenuCheckboxItem checked={chime.isOn} onCheckedChange={() => chime.switch(!chime.isOn)}>
            Chime for alarms
          </DropdownMenuCheckboxItem>
          <DropdownMenuItem onSelect={() => onOpen('presets')}>Presets</DropdownMenuItem>
        </div>
        <DropdownMenuItem
          className="pr-8"
          onSelect={(event) => {
            event.preventDefault();
            dispatch({ type: 'aspect-mask' });
          }}
        >
          {`Aspect mask: ${guides.mask ?? 'off'}`}
          <Key name="A" />
        </DropdownMenuItem>
        {mayMute ? <DropdownMenuItem onSelect={begin}>Mute alarms for {changeoverMinutes} min</DropdownMenuItem> : null}
        {mayCut ? (
          <DropdownMenuCheckboxItem checked={cuts} onCheckedChange={() => dispatch({ type: 'desk' })}>
            Cut here
            <Key name="V" />
          </DropdownMenuCheckboxItem>
        ) : null}
        <DropdownMenuLabel>Other screens</DropdownMenuLabel>
        {mayDirect ? (
          <DropdownMenuCheckboxItem
            checked={hand === 'direct'}
            onCheckedChange={() => dispatch({ type: 'hand', hand: 'direct' })}
          >
            Lead other screens
          </DropdownMenuCheckboxItem>
        ) : null}
        <DropdownMenuCheckboxItem
          checked={hand === 'follow'}
          onCheckedChange={() => dispatch({ type: 'hand', hand: 'follow' })}
        >
          Follow another screen
        </DropdownMenuCheckboxItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden className="ml-auto pl-6 font-mono text-faint text-xs pointer-coarse:hidden">
    {name}
  </kbd>
);
