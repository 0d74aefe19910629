'use client';

import { Command as CommandPrimitive } from 'cmdk';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A field and the list of what it finds; arrow keys choose, Enter takes. */
export const Command = CommandPrimitive;

export const CommandInput = ({ className, ...props }: ComponentProps<typeof CommandPrimitive.Input>) => (
  <div className="flex items-center gap-2.5 border-b pr-14 pl-4">
    <Search aria-hidden className="size-4 shrink-0 text-faint" />
    <CommandPrimitive.Input
      className={cn('h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint', className)}
      {...props}
    />
  </div>
);

export const CommandList = ({ className, ...props }: ComponentProps<typeof CommandPrimitive.List>) => (
  <CommandPrimitive.List className={cn('max-h-96 overflow-y-auto p-1.5', className)} {...props} />
);

export const CommandEmpty = (props: ComponentProps<typeof CommandPrimitive.Empty>) => (
  <CommandPrimitive.Empty className="px-4 py-8 text-center text-muted" {...props} />
);

export const CommandGroup = ({ className, ...props }: ComponentProps<typeof CommandPrimitive.Group>) => (
  <CommandPrimitive.Group
    className={cn(
      '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs',
      className,
    )}
    {...props}
  />
);

export const CommandItem = ({ className, ...props }: ComponentProps<typeof CommandPrimitive.Item>) => (
  <CommandPrimitive.Item
    className={cn(
      'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-control-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
      className,
    )}
    {...props}
  />
);
