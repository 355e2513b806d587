import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { buildOpenApi, openApiRoute } from './document.ts';
import { methods, routesByPath } from './routes.ts';

const apiDir = fileURLToPath(new URL('../../app/api/v1', import.meta.url));
const baseUrl = 'http://127.0.0.1:3500';

/** Paths of the route files, in the notation of OpenAPI. */
const paths = readdirSync(apiDir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name === 'route.ts')
  .map((entry) => `/${relative(apiDir, entry.parentPath).split(sep).join('/')}`)
  .map((path) => path.replace(/\[(\w+)\]/g, '{$1}'))
  .sort();

const document = buildOpenApi(baseUrl);
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method.toLowerCase() as 'get'];
    return operation ? [{ path, method, operation }] : [];
  }),
);

describe('the OpenAPI document', () => {
  it('has every route file, and nothing else', () => {
    expect(paths.length).toBeGreaterThan(25);
    expect(Object.keys(document.paths ?? {}).sort()).toEqual(paths);
  });

  it.each(paths.filter((path) => path !== '/openapi.json'))('has every method of %s', async (path) => {
    const file = `${apiDir}${path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`;
    const module: Record<string, unknown> = await import(/* @vite-ignore */ file);
    const declared = methods.filter((method) => routesByPath[path]?.[method]);
    expect(declared).toEqual(methods.filter((method) => method in module));
    expect(declared.length).toBeGreaterThan(0);
    for (const method of declared) expect(module[method]).toBe(routesByPath[path]?.[method]);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(openApiRoute.declaration.operationId);
  });

  it('describes every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
      );
      expect(inPath.map((name) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('refuses unknown fields in the same words as the server', () => {
    const schemas = document.components?.schemas as Record<string, { additionalProperties?: unknown }>;
    for (const name of [
      'LaunchSweep',
      'OpenRun',
      'FinishRun',
      'CreateToken',
      'CreateCluster',
      'SaveCluster',
      'CreatePrometheusServer',
      'SavePrometheusServer',
      'CreateReport',
      'UpdateReport',
    ]) {
      expect(schemas[name], name).toMatchObject({ additionalProperties: false });
    }
  });
});
