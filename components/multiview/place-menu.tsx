import type { ActionDispatch, ComponentProps, ReactElement } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useStreams } from '@/lib/browser/data/use-streams';
import type { MultiviewAction } from './multiview-state';

interface PlaceMenuProps {
  /** The camera that has the place. */
  streamId: string;
  eventId: string;
  trigger: ReactElement<ComponentProps<'button'>>;
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** The cameras that can have a place, by their numbers. The one that leaves it takes the place of the chosen one. */
export function PlaceMenu({ streamId, eventId, trigger, readOrder, dispatch }: PlaceMenuProps) {
  const { data: streams = [] } = useStreams(eventId);
  const ids = readOrder();
  const others = streams.filter(({ id }) => id !== streamId && ids.includes(id));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent className="dark">
        <DropdownMenuLabel>Show in this place</DropdownMenuLabel>
        {others
          .toSorted((one, other) => one.attributes.number - other.attributes.number)
          .map(({ id, attributes: { number, name } }) => (
            <DropdownMenuItem
              key={id}
              onSelect={() => dispatch({ type: 'swap', ids: readOrder(), id: streamId, with: id })}
            >
              <span className="min-w-[2ch] text-muted">{number}</span>
              <bdi className="truncate">{name}</bdi>
            </DropdownMenuItem>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
