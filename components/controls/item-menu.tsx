'use client';

import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';

interface ItemMenuProps {
  /** The item's name. */
  name: string;
  /** Undefined where the user may not rename it; likewise the next. */
  onRename: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  className?: string;
  /** Items between the two. */
  children?: ReactNode;
}

/** A menu with Rename, what else the caller puts in, and Delete; nothing where the user may do neither of the two. */
export function ItemMenu({ name, onRename, onDelete, className, children }: ItemMenuProps) {
  if (!onRename && !onDelete) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} className={className}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      {/* After Rename the name field has the focus, which must not return to the menu's button. */}
      <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()}>
        {onRename ? (
          <DropdownMenuItem onSelect={onRename}>
            <Pencil aria-hidden className="text-muted" />
            Rename
          </DropdownMenuItem>
        ) : null}
        {children}
        {onDelete ? (
          <DropdownMenuItem variant="destructive" onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
