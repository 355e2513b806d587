import { readdir, readFile } from 'node:fs/promises';
import { type LimitDefinition, readReported, requireDefinition, requireStudy } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { describeLimits } from './describe-limits.ts';
import { takeReported } from './reported.ts';

const studies = new URL('../../../studies/', import.meta.url);

/** The limits of the published runs of an experiment, as the study's own files have them. */
async function limitsOfStudy(study: string, experiment: string) {
  const read = (path: string) => readFile(new URL(`${study}/${path}`, studies), 'utf8');
  const { definition } = requireDefinition(await read(`experiments/${experiment}.yaml`));
  const files = await readdir(new URL(`${study}/experiments/`, studies));
  const all = await Promise.all(
    files.map(async (file) => requireDefinition(await read(`experiments/${file}`)).definition),
  );
  const known = new Map(all.map((one) => [one.name, one]));
  const { spec } = requireStudy(await read('study.yaml'), known);
  return spec.runs
    .filter((run) => run.experiment === definition.name)
    .map(({ params, measurements, environment, outcome, reason }) => {
      const measured = Object.entries(measurements).map(([name, report]) => {
        const asked = definition.measurements[name];
        const found = readReported(report, asked?.unit ?? null);
        if ('message' in found) throw new Error(found.message);
        return [name, takeReported(found.value, { unit: asked?.unit ?? null, better: 'none' })];
      });
      return describeLimits(definition.limits ?? [], {
        params,
        measurements: Object.fromEntries(measured),
        environment: Object.fromEntries(
          Object.entries(environment).map(([name, fact]) => [name, String(fact)]),
        ),
        outcome,
        reason: reason ?? null,
      });
    });
}

describe('Open Service Mesh', () => {
  it('projects 271, 485 and 478 pods beside what was seen, and takes a timeout for no proof', async () => {
    const found = (await limitsOfStudy('osm-scale-limits', 'capacity')).flat();
    const said = found.map((limit) =>
      limit.kind === 'resource'
        ? [Math.round(limit.projected ?? 0), limit.observed?.units, limit.failure, limit.boundBy]
        : [],
    );
    expect(said).toEqual([
      [271, 260, 'oom-killed', 'resource'],
      [485, 440, 'timeout', 'something-else'],
      [478, 460, 'timeout', 'something-else'],
    ]);
    const [first] = found;
    expect(first).toMatchObject({ base: { said: '40 to 46\u00a0MB', value: 43 }, limit: { value: 256 } });
    if (first?.kind !== 'resource') throw new Error('expected a resource');
    expect(first.bounds?.low).toBeCloseTo((256 - 46) / 0.787, 9);
    expect(first.bounds?.high).toBeCloseTo((256 - 40) / 0.787, 9);
  });
});

describe('hush-house', () => {
  it('says which limit binds first for each disk, and that 120 MB/s are 960 Mbps', async () => {
    const found = (await limitsOfStudy('hush-house-streaming', 'receiver')).flat();
    const said = found.map((limit) => (limit.kind === 'caps' ? limit.binding : ''));
    expect(said.slice(0, 3)).toEqual(['network', 'bytes a second', 'operations a second']);
    expect(said.at(-1)).toBeNull();
    const disk = found[1];
    if (disk?.kind !== 'caps') throw new Error('expected caps');
    expect(disk.caps.find(({ name }) => name === 'bytes a second')?.allows).toBeCloseTo(960, 9);
    expect(disk.turnsAt).toBeCloseTo(80_000, 6);
    expect(disk.sentence).toContain('as was seen');
    expect(found[2]).toMatchObject({ close: ['bytes a second'], seen: 'operations a second' });
    expect(found[6]?.sentence).toContain('no cap is known');
  });
});

describe('Achievers', () => {
  it('a /21 with a /24 a node has addresses for 8 nodes', async () => {
    const [[found] = []] = await limitsOfStudy('achievers-load-testing', 'address-range');
    expect(found).toMatchObject({ kind: 'addresses', prefix: 21, nodePrefix: 24, nodes: 8, reached: 8 });
    expect(found?.sentence).toBe(
      'A /21 with a /24 a node has addresses for 2^(24 - 21) = 8 nodes; 8 were reached, so the range was used up.',
    );
  });
});

describe('what cannot be reckoned', () => {
  const run = { params: { size: 9 }, measurements: {}, environment: {}, outcome: null, reason: null };
  const resource: LimitDefinition = {
    kind: 'resource',
    name: 'memory',
    base: '1 MB',
    perUnit: '>= 2 MB',
    limit: '100 MB',
    noun: 'units',
    failedAt: null,
    failure: null,
  };
  const sentenceOf = (limit: LimitDefinition) => describeLimits([limit], run)[0]?.sentence;

  it('says why', () => {
    expect(sentenceOf(resource)).toContain('a bound without an end');
    expect(sentenceOf({ ...resource, perUnit: '2 s' })).toContain('s does not convert to MB');
    expect(sentenceOf({ ...resource, perUnit: 'growth' })).toContain('growth is not reported');
    expect(sentenceOf({ ...resource, perUnit: '2 MB' })).toBe(
      'memory would reach its limit at 49.5 units; no failure was reported.',
    );
    expect(sentenceOf({ ...resource, perUnit: '0 MB' })).toContain('memory does not grow');
    const range = { name: 'range', kind: 'addresses' as const, version: 4 as const, reached: null };
    expect(sentenceOf({ ...range, prefix: '40', nodePrefix: '41' })).toContain('40 is no length of a prefix');
    expect(sentenceOf({ ...range, prefix: '26', nodePrefix: '24' })).toContain('no node');
  });
});
