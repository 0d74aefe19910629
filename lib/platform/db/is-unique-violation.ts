import { Prisma } from '@/prisma/generated/client';

/** Whether Postgres refused a row because another one has its unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
