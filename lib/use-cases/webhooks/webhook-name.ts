/** What the audit trail calls a webhook: the host of its address, because the rest of it may be a secret. */
export const webhookName = (url: string): string => new URL(url).host;
