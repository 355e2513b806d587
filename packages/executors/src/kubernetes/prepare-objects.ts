import type { ObjectInput } from '@proofload/kubernetes';
import { parseAllDocuments } from 'yaml';
import type { ResultSettings } from './bundle-settings.ts';
import { invalid } from './invalid.ts';
import { anchorLabel, labelsOf } from './run-labels.ts';
import { wrapForFile } from './wrap-for-file.ts';

export interface BundleInput {
  objects?: readonly unknown[] | undefined;
  manifests?: string | undefined;
}

const field = 'spec.workload.with';

/** The objects of a bundle, from YAML text or as they stand. Throws `invalid` naming the document and what it lacks. */
export function readObjects({ objects, manifests }: BundleInput): ObjectInput[] {
  if (objects !== undefined)
    return objects.map((object, index) =>
      requireObject(structuredClone(object), `${field}.objects[${index}]`),
    );
  const documents = parseAllDocuments(manifests ?? '');
  return documents.flatMap((document, index) => {
    const place = `${field}.manifests[${index}]`;
    const [error] = document.errors;
    if (error) throw invalid(place, `expected YAML: ${error.message.split('\n')[0]}`);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null) return [];
    return unwrapList(requireObject(value, place), place);
  });
}

/** `kubectl get -o yaml` gives lists. */
function unwrapList(object: ObjectInput, place: string): ObjectInput[] {
  const { items } = object;
  if (object.kind !== 'List' || !Array.isArray(items)) return [object];
  return items.map((item, index) => requireObject(item, `${place}.items[${index}]`));
}

function requireObject(value: unknown, place: string): ObjectInput {
  const object = value as Partial<ObjectInput> | null;
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw invalid(place, 'expected an object with apiVersion, kind and metadata');
  for (const name of ['apiVersion', 'kind'] as const)
    if (typeof object[name] !== 'string') throw invalid(`${place}.${name}`, `expected a text`);
  if (object.kind === 'List') return object as ObjectInput;
  if (typeof object.metadata?.name !== 'string') throw invalid(`${place}.metadata.name`, 'expected a name');
  return object as ObjectInput;
}

/** What belongs before what: namespaces and kinds first, what runs last. */
const order = [
  'Namespace',
  'CustomResourceDefinition',
  'ResourceQuota',
  'LimitRange',
  'ServiceAccount',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Secret',
  'ConfigMap',
  'PersistentVolumeClaim',
  'Service',
];
const rankOf = (kind: string): number => {
  const rank = order.indexOf(kind);
  return rank >= 0 ? rank : kind === 'Job' ? order.length + 1 : order.length;
};

export interface PreparedBundle {
  /** In the order in which they are created. */
  objects: ObjectInput[];
  /** Kinds among them. */
  kinds: { apiVersion: string; kind: string; namespace: string | null }[];
  warnings: string[];
}

export interface PrepareOptions {
  runId: string;
  /** Where objects go that name none. */
  namespace: string;
  maxObjects: number;
  /** Whether objects of a kind live in namespaces; a kind that is not known yet does. */
  isNamespaced: (apiVersion: string, kind: string) => boolean;
  result?: ResultSettings | undefined;
}

/**
 * Gives the objects of a bundle a namespace and the label of the run, down to the pods that they make, and puts them
 * in order. Throws `invalid` for what cannot belong to a run.
 */
export function prepareObjects(objects: readonly ObjectInput[], options: PrepareOptions): PreparedBundle {
  requireFewEnough(objects, options.maxObjects);
  requireDistinct(objects, options.namespace);
  const warnings: string[] = [];
  const prepared = objects.map((object) => prepare(object, options, warnings));
  prepared.sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const kinds = new Map(
    prepared.map(({ apiVersion, kind, metadata }) => {
      const place = { apiVersion, kind, namespace: metadata.namespace ?? null };
      return [JSON.stringify(place), place] as const;
    }),
  );
  return { objects: prepared, kinds: [...kinds.values()], warnings };
}

function prepare(
  object: ObjectInput,
  { runId, namespace, result, isNamespaced }: PrepareOptions,
  warnings: string[],
): ObjectInput {
  const copy = structuredClone(object);
  const labels = labelsOf(runId);
  const { metadata } = copy;
  if (metadata.generateName !== undefined)
    throw invalid(`${field}.objects`, `expected ${copy.kind} ${metadata.name} without generateName`);
  if (isNamespaced(copy.apiVersion, copy.kind)) metadata.namespace ??= namespace;
  else delete metadata.namespace;
  metadata.labels = { ...readLabels(metadata.labels), ...labels };
  for (const name of ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'ownerReferences'])
    delete metadata[name];
  delete copy.status;
  for (const template of podTemplatesOf(copy)) {
    template.metadata ??= {};
    template.metadata.labels = { ...readLabels(template.metadata.labels), ...labels };
    if (result?.from === 'file' && copy.kind === 'Job') wrapForFile(template, result, copy.metadata.name);
  }
  if (copy.kind === 'Job') prepareJob(copy, warnings);
  if (copy.kind === 'Pod' && result?.from === 'file')
    throw invalid(`${field}.result.from`, 'expected logs or termination-message for a Pod without a Job');
  return copy;
}

/** A Job must stay until it has been looked at, and end when the run does. */
function prepareJob(job: ObjectInput, warnings: string[]): void {
  const spec = (job.spec ?? {}) as Record<string, unknown>;
  if (spec.ttlSecondsAfterFinished !== undefined) {
    delete spec.ttlSecondsAfterFinished;
    warnings.push(
      `ttlSecondsAfterFinished of Job ${job.metadata.name} was left out: the run removes its objects itself`,
    );
  }
  job.spec = spec;
}

interface PodTemplate {
  metadata?: { labels?: unknown; [field: string]: unknown };
  spec?: Record<string, unknown>;
}

/** Templates of pods in the kinds of Kubernetes that have one. */
function podTemplatesOf(object: ObjectInput): PodTemplate[] {
  const spec = object.spec as Record<string, unknown> | undefined;
  if (typeof spec !== 'object' || spec === null) return [];
  if (object.kind === 'CronJob') {
    const inner = (spec.jobTemplate as { spec?: { template?: PodTemplate } } | undefined)?.spec?.template;
    return inner ? [inner] : [];
  }
  const withTemplate = [
    'Job',
    'Deployment',
    'StatefulSet',
    'DaemonSet',
    'ReplicaSet',
    'ReplicationController',
  ];
  const { template } = spec as { template?: PodTemplate };
  return withTemplate.includes(object.kind) && template ? [template] : [];
}

const readLabels = (labels: unknown): Record<string, unknown> =>
  typeof labels === 'object' && labels !== null ? (labels as Record<string, unknown>) : {};

/** Objects of the bundle and the pods that they ask for. */
function requireFewEnough(objects: readonly ObjectInput[], maxObjects: number): void {
  const count = objects.length + objects.reduce((sum, object) => sum + countPods(object), 0);
  if (count <= maxObjects) return;
  throw invalid(
    `${field}.maxObjects`,
    `expected at most ${maxObjects} objects and pods; this makes ${count}, so raise maxObjects if they are meant`,
  );
}

function countPods({ kind, spec }: ObjectInput): number {
  const { replicas, completions, parallelism } = (spec ?? {}) as Record<string, unknown>;
  const asked = kind === 'Job' ? (completions ?? parallelism ?? 1) : kind === 'Pod' ? 0 : replicas;
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.max(0, asked) : 0;
}

function requireDistinct(objects: readonly ObjectInput[], namespace: string): void {
  const seen = new Set<string>();
  for (const { apiVersion, kind, metadata } of objects) {
    const key = `${apiVersion} ${kind} ${metadata.namespace ?? namespace}/${metadata.name}`;
    if (seen.has(key)) throw invalid(`${field}.objects`, `expected each object once; ${key} is there twice`);
    seen.add(key);
    if (metadata.labels && anchorLabel in readLabels(metadata.labels))
      throw invalid(`${field}.objects`, `expected no label ${anchorLabel}`);
  }
}
