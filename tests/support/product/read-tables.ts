import { withClient } from '@/lib/platform/db/postgres-connection';

/**
 * Everything that migrations make, one thing a line: enums, tables with their columns in order, constraints, indexes,
 * functions, triggers. Prisma's own ledger is left out.
 */
export const readTables = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      WITH tables AS (
        SELECT oid, relname, relpersistence, reloptions FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'S') AND relname <> '_prisma_migrations'
      )
      SELECT line FROM (
        SELECT format('enum %s: %s', typname, string_agg(enumlabel, ', ' ORDER BY enumsortorder)) AS line
        FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname
        UNION ALL SELECT format('table %s %s %s', relname, relpersistence, reloptions) FROM tables
        UNION ALL SELECT format('column %s %s: %s %s %s %s %s%s %s', relname,
            row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname, format_type(atttypid, atttypmod),
            attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage)
          FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
          LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        UNION ALL SELECT format('constraint %s %s: %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
          FROM tables JOIN pg_constraint ON conrelid = tables.oid
        UNION ALL SELECT format('index %s', pg_get_indexdef(indexrelid)) FROM tables JOIN pg_index ON indrelid = tables.oid
        UNION ALL SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace
        UNION ALL SELECT format('trigger %s %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
          FROM tables JOIN pg_trigger ON tgrelid = tables.oid WHERE NOT tgisinternal
      ) AS lines ORDER BY line COLLATE "C"`);
    return rows.map(({ line }) => line);
  });
