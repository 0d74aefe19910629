'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { pressByName } from '@/lib/browser/page/pressed-key';
import { cn } from './cn';

/** Not modal, so that assistive technology still reaches the page; keyboard focus stays inside anyway. */
export const DropdownMenu = (props: ComponentProps<typeof MenuPrimitive.Root>) => (
  <MenuPrimitive.Root modal={false} {...props} />
);
export const DropdownMenuTrigger = MenuPrimitive.Trigger;
export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

const itemClass =
  "flex h-8 items-center gap-2 rounded-md px-2 text-base outline-none select-none data-[highlighted]:bg-control-hover pointer-coarse:h-11 [&_svg:not([class*='size-'])]:size-4";

/** A menu's floating list. */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        align="end"
        sideOffset={6}
        onKeyDownCapture={(event) => {
          if (pressByName(event.nativeEvent)) event.stopPropagation();
        }}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto rounded-lg border bg-floating p-1 text-ink shadow-float fade-in-0 animate-in duration-150',
          className,
        )}
        {...props}
      />
    </MenuPrimitive.Portal>
  );
}

interface ItemProps extends ComponentProps<typeof MenuPrimitive.Item> {
  variant?: 'default' | 'destructive';
}

export function DropdownMenuItem({ className, variant = 'default', ...props }: ItemProps) {
  return (
    <MenuPrimitive.Item
      className={cn(itemClass, variant === 'destructive' ? 'text-failed' : 'text-ink', className)}
      {...props}
    />
  );
}

/** One of several options; the selected one has a check mark. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(itemClass, 'pr-8 relative', className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.RadioItem>
  );
}

/** An option that is on or off; the check mark says that it is on. Choosing it leaves the menu open. */
export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: Omit<ComponentProps<typeof MenuPrimitive.CheckboxItem>, 'onSelect'>) {
  return (
    <MenuPrimitive.CheckboxItem
      className={cn(itemClass, 'pr-8 relative', className)}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof MenuPrimitive.Label>) {
  return <MenuPrimitive.Label className={cn('px-2 py-1.5 text-faint text-sm', className)} {...props} />;
}
