import { must, say } from './run.mjs';
import { whenChanged } from './stamp.mjs';

/** Generates the database client from prisma/schema.prisma. */
export const generatePrismaClient = () =>
  whenChanged(
    {
      name: 'prisma-client',
      inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
      outputs: ['prisma/generated/client.ts'],
    },
    async () => {
      say('Generating the database client…');
      await must(
        'The database client could not be generated; Prisma says why above.',
        process.execPath,
        ['node_modules/prisma/build/index.js', 'generate'],
        // Generating needs no engine, but Prisma would download one unless some executable is named.
        {
          env: {
            ...process.env,
            PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
            CHECKPOINT_DISABLE: '1',
            PRISMA_HIDE_UPDATE_MESSAGE: '1',
          },
        },
      );
    },
  );
