import { ProofloadError } from '@proofload/domain';
import { type AccessQuestion, apiVersionOf, type ClusterClient, type KindRef } from '@proofload/kubernetes';
import type { PreparedBundle } from './prepare-objects.ts';
import type { RunCluster } from './run-place.ts';

const observe = ['get', 'list', 'watch'] as const;
/** Server-side apply of what is not there yet wants both create and patch. */
const manage = ['get', 'list', 'create', 'patch', 'delete'] as const;

/**
 * Asks the API server whether the credential may do all that a run needs, before anything is made. Throws `forbidden`
 * naming each verb that it lacks.
 */
export async function requireAccess(
  { client, name }: RunCluster,
  {
    namespace,
    bundle,
    watches = [],
  }: { namespace: string; bundle: PreparedBundle; watches?: readonly KindRef[] },
): Promise<void> {
  const questions = await listQuestions(client, namespace, bundle, watches);
  const answers = await client.reviewAccess(questions);
  const lacks = questions.filter((_, index) => answers[index]?.isAllowed !== true);
  if (lacks.length === 0) return;
  const said = groupByResource(lacks).join('; ');
  throw new ProofloadError('forbidden', `The credential of the cluster ${name} lacks rights: ${said}`);
}

async function listQuestions(
  client: ClusterClient,
  namespace: string,
  { kinds }: PreparedBundle,
  watches: readonly KindRef[],
): Promise<AccessQuestion[]> {
  const resources = await client.resources();
  const ask = (
    group: string,
    resource: string,
    verbs: readonly string[],
    inside: string | null,
    subresource?: string,
  ) =>
    verbs.map((verb) => ({
      verb,
      group,
      resource,
      ...(subresource === undefined ? {} : { subresource }),
      namespace: inside,
    }));
  const find = ({ apiVersion, kind }: KindRef) =>
    resources.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
  const made = kinds.flatMap(({ apiVersion, kind, namespace: inside }) => {
    const found = find({ apiVersion, kind });
    // A kind that the bundle itself brings along cannot be asked about.
    return found ? ask(found.group, found.plural, manage, inside) : [];
  });
  const besides = watches.flatMap((ref) => {
    const found = find(ref);
    return found ? ask(found.group, found.plural, observe, namespace) : [];
  });
  const watched = [
    ...besides,
    ...ask('', 'configmaps', manage, namespace),
    ...ask('batch', 'jobs', [...observe, 'delete'], namespace),
    ...ask('', 'pods', [...observe, 'delete'], namespace),
    ...ask('', 'pods', ['get'], namespace, 'log'),
  ];
  const all = [...made, ...watched];
  return [...new Map(all.map((question) => [JSON.stringify(question), question])).values()];
}

/** `create, patch jobs.batch in bench`. */
function groupByResource(questions: readonly AccessQuestion[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { verb, group, resource, subresource, namespace } of questions) {
    const kind =
      [resource, ...(subresource ? [subresource] : [])].join('/') + (group === '' ? '' : `.${group}`);
    const key = namespace ? `${kind} in ${namespace}` : kind;
    groups.set(key, [...(groups.get(key) ?? []), verb]);
  }
  return [...groups].map(([key, verbs]) => `${verbs.join(', ')} ${key}`);
}
