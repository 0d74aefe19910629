/** A webhook's name in the audit trail: the host of its address, because the rest may be a secret. */
export const webhookName = (url: string): string => new URL(url).host;
