/** A person's name as screens and the audit trail write it. */
export const fullName = (firstName: string, lastName: string | null): string =>
  [firstName, lastName].filter(Boolean).join(' ');
