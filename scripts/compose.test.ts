import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readEnv as readWebEnv } from '../apps/web/src/server/env.ts';
import { readEnv as readWorkerEnv } from '../apps/worker/src/env.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ dockerfile: z.string() }).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      network_mode: z.string().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes } = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }));

/** Fills `${NAME:-default}` and `${NAME:?message}` in as compose does. */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+):(-|\?)([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = variables[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}

const environmentOf = (
  service: string,
  variables = { POSTGRES_PASSWORD: 'secret' },
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      interpolate(value, variables),
    ]),
  );

it.each([
  ['web', readWebEnv, 'apps/web/src/server/env.ts'],
  ['worker', readWorkerEnv, 'apps/worker/src/env.ts'],
] as const)(
  'the environment of %s is one that its env.ts reads, with no variable that it does not know',
  (service, readEnv, path) => {
    const environment = environmentOf(service);
    expect(readEnv(environment)).toMatchObject({
      databaseUrl: 'postgresql://proofload:secret@postgres:5432/proofload',
      redisUrl: 'redis://redis:6379',
      dataDir: '/data',
      baseUrl: 'http://127.0.0.1:3000',
    });
    const source = read(path);
    expect(Object.keys(environment).filter((name) => !source.includes(`${name}:`))).toEqual([]);
  },
);

it('keeps no password of its own: it refuses to start without one', () => {
  expect(() => environmentOf('web', { POSTGRES_PASSWORD: '' })).toThrow('POSTGRES_PASSWORD: set it in .env');
});

it('publishes ports on this machine alone', () => {
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  expect(ports.length).toBeGreaterThan(0);
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

it('names services, volumes and Dockerfiles that exist', () => {
  for (const service of Object.values(services)) {
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(read(source)).not.toBe('');
      else expect(volumes).toHaveProperty(source);
    }
    if (service.build) expect(read(service.build.dockerfile)).toContain('USER node');
  }
});

it.each(['web', 'worker'])('%s.Dockerfile copies what exists, runs as a user and holds no secret', (name) => {
  const lines = read(`deploy/docker/${name}.Dockerfile`).split('\n');
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? []);
  const sources = lines.flatMap((line) => /^COPY --from=(\S+)/.exec(line)?.[1] ?? []);
  expect(sources.filter((stage) => !stages.includes(stage))).toEqual([]);
  expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(lines.filter((line) => /^(ENV|ARG)\b.*(TOKEN|SECRET|PASSWORD)/.test(line))).toEqual([]);
});
