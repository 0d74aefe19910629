import { z } from 'zod';

/** The driver's messages about a connection that it cannot open, or has lost. */
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'not queryable',
];

/**
 * Prisma's codes for a database that is unreachable, slow, closed, or out of connections.
 * https://www.prisma.io/docs/orm/reference/error-reference
 */
const prismaCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'];

/** The adapter's names for these when a raw query fails. */
const adapterKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];

/** SQLSTATE: shut down or starting up, connection lost, out of resources (postgresql.org/docs, appendix A). */
const sqlStates = /^(57P0|08|53)/;

const causeSchema = z.object({ kind: z.string(), code: z.string().optional(), originalCode: z.string().optional() });
const errorSchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  meta: z.object({ driverAdapterError: z.object({ cause: causeSchema }).optional() }).optional(),
});

/** Whether an error says only that the database does not answer, and nothing about the query. */
export function isDatabaseAway(error: unknown): boolean {
  const { data } = errorSchema.safeParse(error);
  if (!data) return false;
  const cause = data.meta?.driverAdapterError?.cause;
  return (
    prismaCodes.includes(data.code ?? '') ||
    adapterKinds.includes(cause?.kind ?? '') ||
    sqlStates.test(cause?.originalCode ?? cause?.code ?? '') ||
    (data.code === undefined && messages.some((message) => data.message.includes(message)))
  );
}
