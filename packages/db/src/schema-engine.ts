/// <reference path="./web-assembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ErrorCapturingSqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

let isReady = false;

/** Loads Prisma's schema engine from its WebAssembly build: the native one is a download that not every network allows. */
async function loadBindings(): Promise<typeof bindings> {
  if (isReady) return bindings;
  const wasmPath = join(
    dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')),
    'schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(await readFile(wasmPath), {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  isReady = true;
  return bindings;
}

/** A schema engine over the given datamodels (`[path, text]`) and database. Call `free` when done. */
export async function createSchemaEngine(
  datamodels: [string, string][],
  adapter: ErrorCapturingSqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  const { SchemaEngine: Engine } = await loadBindings();
  return Engine.new({ datamodels }, () => undefined, adapter);
}
