import { z } from 'zod';
import { AppError } from '@/lib/core/errors';

/** A port that may be announced or connected to. */
export const port = z.coerce.number().int().min(1).max(65535);

/** A key that signs or encrypts. */
export const secret = z.string().min(32, 'must have at least 32 characters');

/**
 * The settings of one schema, read from the environment on the first call and kept. `.env.example` explains each one.
 * @returns a function that throws AppError `invalid_configuration` with one sentence that names every wrong variable
 */
export function envReader<Schema extends z.ZodType>(schema: Schema): () => z.infer<Schema> {
  let settings: z.infer<Schema> | undefined;
  return () => {
    settings ??= readEnv(schema, process.env);
    return settings;
  };
}

/**
 * Reads one schema's settings from an environment.
 * @throws AppError `invalid_configuration` with one sentence that names every wrong variable
 */
export function readEnv<Schema extends z.ZodType>(schema: Schema, environment: NodeJS.ProcessEnv): z.infer<Schema> {
  // Compose and .env files pass an unset variable as the empty string.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const variable = issue.path.join('.');
    if (issue.code === 'invalid_type' && !(String(issue.path[0]) in present)) return `${variable} is not set`;
    if (issue.message.toLowerCase().startsWith('must')) return `${variable} ${issue.message}`;
    return `${variable} is not valid (${issue.message})`;
  });
  throw new AppError('invalid_configuration', `${problems.join('; ')}. See .env.example.`);
}
