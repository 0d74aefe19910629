'use client';

import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
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
}

/** A menu with Rename and Delete; nothing where the user may do neither. */
export function ItemMenu({ name, onRename, onDelete, className }: ItemMenuProps) {
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
