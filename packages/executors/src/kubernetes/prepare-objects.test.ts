import { describe, expect, it } from 'vitest';
import { type PrepareOptions, prepareObjects, readObjects } from './prepare-objects.ts';
import { managedByLabel, runLabel } from './run-labels.ts';
import { fileMarks, readPrintedFile } from './wrap-for-file.ts';

const options: PrepareOptions = {
  runId: 'run1',
  namespace: 'bench',
  maxObjects: 100,
  isNamespaced: (_, kind) => kind !== 'Namespace' && kind !== 'ClusterRole',
};

const job = (spec: object = {}, name = 'load') => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, labels: { team: 'platform' } },
  spec: {
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', command: ['run', 'it'], args: ['-v'] }] },
    },
    ...spec,
  },
});

const labels = { [runLabel]: 'run1', [managedByLabel]: 'proofload' };

describe('readObjects', () => {
  it('takes YAML documents and lists, and skips empty ones', () => {
    const manifests = [
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: "1"}',
      '# nothing here',
      'kind: List\napiVersion: v1\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: b}}',
    ].join('\n---\n');
    expect(readObjects({ manifests }).map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['ConfigMap', 'a'],
      ['Secret', 'b'],
    ]);
  });

  it.each([
    ['apiVersion: v1\nkind: [', 'manifests[0]: expected YAML'],
    ['just text', 'manifests[0]: expected an object with apiVersion, kind and metadata'],
    ['kind: Job\nmetadata: {name: a}', 'manifests[0].apiVersion: expected a text'],
    ['apiVersion: v1\nkind: Pod\nmetadata: {}', 'manifests[0].metadata.name: expected a name'],
  ])('says what is wrong with %j', (manifests, message) => {
    expect(() => readObjects({ manifests })).toThrow(message);
  });

  it('refuses an alias that grows without bound', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed'] as const)
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${of}`).join(', ')}]`);
    expect(() => readObjects({ manifests: bomb.join('\n') })).toThrow(/alias/i);
  });
});

describe('prepareObjects', () => {
  it('labels objects and the pods that they make, and leaves the input as it was', () => {
    const input = job();
    const { objects } = prepareObjects([input], options);
    expect(objects[0]).toMatchObject({
      metadata: { namespace: 'bench', labels: { team: 'platform', ...labels } },
      spec: { template: { metadata: { labels } } },
    });
    expect(input.metadata.labels).toEqual({ team: 'platform' });
  });

  it('reaches the pods of every kind of workload', () => {
    const template = { metadata: { labels: { app: 'web' } }, spec: {} };
    const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'].map((kind) => ({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: 'web' },
      spec: { template },
    }));
    const cron = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'web' },
      spec: { jobTemplate: { spec: { template } } },
    };
    const { objects } = prepareObjects([...kinds, cron], options);
    const texts = objects.map((object) => JSON.stringify(object.spec));
    for (const text of texts) expect(text).toContain(`"app":"web","${runLabel}":"run1"`);
  });

  it('puts namespaces first and jobs last, and gives no namespace to what has none', () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'own' } };
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'own' } };
    const { objects, kinds } = prepareObjects([job(), map, namespace], options);
    expect(objects.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['Namespace', undefined],
      ['ConfigMap', 'own'],
      ['Job', 'bench'],
    ]);
    expect(kinds).toContainEqual({ apiVersion: 'v1', kind: 'Namespace', namespace: null });
  });

  it('keeps a Job until its run has looked at it', () => {
    const { objects, warnings } = prepareObjects([job({ ttlSecondsAfterFinished: 0 })], options);
    expect(objects[0]?.spec).not.toHaveProperty('ttlSecondsAfterFinished');
    expect(warnings).toEqual([expect.stringContaining('ttlSecondsAfterFinished of Job load')]);
  });

  it('counts the pods that are asked for', () => {
    expect(() => prepareObjects([job({ completions: 1000 })], options)).toThrow(
      'expected at most 100 objects and pods; this makes 1001',
    );
    expect(prepareObjects([job({ completions: 99 })], options).objects).toHaveLength(1);
  });

  it('refuses the same object twice and names that cannot be found again', () => {
    expect(() => prepareObjects([job(), job()], options)).toThrow('is there twice');
    const generated = { ...job(), metadata: { name: 'x', generateName: 'x-' } };
    expect(() => prepareObjects([generated], options)).toThrow('without generateName');
  });

  it('has a container print the file that it leaves', () => {
    const result = { from: 'file', path: '/out/result.json', as: 'results' } as const;
    const { objects } = prepareObjects([job()], { ...options, result });
    const [made] = objects as unknown as ReturnType<typeof job>[];
    const container = made?.spec.template.spec.containers[0];
    expect(container?.command).toEqual([
      '/bin/sh',
      '-c',
      expect.any(String),
      'proofload',
      '/out/result.json',
      'run',
      'it',
    ]);
    expect(container?.args).toEqual(['-v']);
    const bare = job({ template: { spec: { containers: [{ name: 'main', image: 'x' }] } } });
    expect(() => prepareObjects([bare], { ...options, result })).toThrow(
      'expected a container with a command in Job load',
    );
  });
});

describe('readPrintedFile', () => {
  const printed = (text: string) =>
    `${fileMarks.begin}\n${Buffer.from(text).toString('base64')}\n${fileMarks.end}\n`;
  it('takes the last whole file of a log', () => {
    expect(readPrintedFile(`hello\n${printed('old')}more\n${printed('{"a": 1}')}bye`)?.toString()).toBe(
      '{"a": 1}',
    );
  });
  it.each(['', 'no file', `${fileMarks.begin}\nYWJj`])('finds none in %j', (log) => {
    expect(readPrintedFile(log)).toBeNull();
  });
});
