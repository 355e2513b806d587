import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { createSchemaEngine } from './schema-engine.ts';

/** The SQL that makes the tables of a schema in an empty database, as Prisma would write it. */
export async function printSchemaSql(schemaPath: string, connectionString: string): Promise<string> {
  const content = await readFile(schemaPath, 'utf8');
  const pool = new pg.Pool({ connectionString, max: 2 });
  const engine = await createSchemaEngine(
    [[schemaPath, content]],
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaPath, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    engine.free();
    await pool.end();
  }
}
