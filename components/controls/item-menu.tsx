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
  /** The name of what it is about. */
  name: string;
  onRename: () => void;
  onDelete: () => void;
  className?: string;
}

/** Rename and Delete, behind three dots. */
export function ItemMenu({ name, onRename, onDelete, className }: ItemMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} className={className}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      {/* The name field takes the focus after Rename, so it must not go back to the three dots. */}
      <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()}>
        <DropdownMenuItem onSelect={onRename}>
          <Pencil aria-hidden className="text-muted" />
          Rename
        </DropdownMenuItem>
        <DropdownMenuItem variant="destructive" onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
