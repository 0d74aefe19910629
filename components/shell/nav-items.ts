/** The signed-in navigation, in the header and in the drawer. */
export const navItems = [
  { href: '/app', text: 'Events' },
  { href: '/streams', text: 'Streams' },
] as const;

/** In the drawer; on wide screens it is in the account menu. */
export const organizationItem = { href: '/organization', text: 'Organization' } as const;

export const colorPreviewItem = { href: '/design-system/colors', text: 'Color Preview' } as const;

/** Whether a path belongs to a navigation item; the pages of an event belong to Events. */
export const isCurrent = (href: string, path: string): boolean =>
  path === href ||
  (href === '/app' && path.startsWith('/events/')) ||
  (href === organizationItem.href && path.startsWith(`${href}/`));
