import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox-of';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
])('%s ends in the mailbox of %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
