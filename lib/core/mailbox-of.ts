/** The mailbox that an e-mail address most likely ends in, by which mail to it is counted: without a tag (RFC 5233). */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@[^@]*$)/, '');
