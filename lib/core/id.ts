import { v7 } from 'uuid';

/** A new id: UUID version 7 (RFC 9562), so that rows sort by the time they were made. */
export const newId = (): string => v7();
