import type { Cluster, ClusterHealth } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { CircleCheck, CircleX, Minus, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { type Fact, Facts } from '@/components/ui/facts';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { credentialWords } from './cluster-words';
import { countNodes } from './health-badge';

/** What a cluster answered, in three parts. Their places are there before the answer is. */
export function HealthPanels({
  cluster,
  health,
  error,
}: {
  cluster: Cluster;
  health: ClusterHealth | undefined;
  error: unknown;
}) {
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      {health?.reachable === false && <NoAnswer said={health.error} />}
      <div className="grid gap-5 lg:grid-cols-2">
        <Panel title="Connection">
          <PanelBody>
            <Facts facts={[...settingFacts(cluster), ...(health ? healthFacts(health) : [])]} />
            {!health && error === null && <Skeleton className="mt-3 h-24 w-full" />}
          </PanelBody>
        </Panel>
        <ExecutorsPanel health={health} />
      </div>
      <RightsPanel health={health} />
    </>
  );
}

function NoAnswer({ said }: { said: string | null }) {
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-breach-soft px-3 py-2 text-breach">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">The cluster cannot be used</p>
        <p className="break-words">{said}</p>
      </div>
    </div>
  );
}

function settingFacts(cluster: Cluster): Fact[] {
  const { auth, context, insecureSkipTlsVerify, caCertificate, maxConcurrentRuns, maxObjects } = cluster;
  const trust = insecureSkipTlsVerify
    ? 'its certificate is not checked'
    : caCertificate === null
      ? 'authorities of the system'
      : 'an authority of its own';
  return [
    { name: 'Credentials', value: credentialWords[auth.kind] },
    ...(context === null ? [] : [{ name: 'Context', value: context }]),
    ...(auth.kind === 'in-cluster' ? [] : [{ name: 'Trust', value: trust }]),
    ...(cluster.tlsServerName === null ? [] : [{ name: 'Server name', value: cluster.tlsServerName }]),
    ...(cluster.proxyUrl === null ? [] : [{ name: 'Proxy', value: cluster.proxyUrl }]),
    { name: 'Runs at a time', value: String(maxConcurrentRuns) },
    { name: 'Objects of a run', value: `at most ${maxObjects.toLocaleString('en')}` },
    {
      name: 'Changed',
      value: (
        <>
          <Time at={cluster.updatedAt} /> by {cluster.updatedBy}
        </>
      ),
    },
  ];
}

function healthFacts(health: ClusterHealth): Fact[] {
  const {
    version,
    platform,
    latencyMs,
    user,
    credentialExpiresAt,
    nodes,
    nodesError,
    namespace,
    prometheus,
  } = health;
  const exists = { true: '', false: ' (it is not there)', null: ' (whether it is there may not be asked)' };
  return [
    { name: 'Checked', value: <Time at={health.checkedAt} /> },
    ...(version === null ? [] : [{ name: 'Version', value: [version, platform].filter(Boolean).join(', ') }]),
    ...(latencyMs === null
      ? []
      : [{ name: 'Answers within', value: formatDurationMs(Math.max(1, Math.round(latencyMs))) }]),
    ...(user === null
      ? []
      : [{ name: 'Known there as', value: <code className="text-xs break-all">{user}</code> }]),
    ...(credentialExpiresAt === null
      ? []
      : [
          {
            name: 'Credential ends',
            value: <Expiry at={credentialExpiresAt} checkedAt={health.checkedAt} />,
          },
        ]),
    {
      name: 'Namespace',
      value: `${namespace.name}${exists[String(namespace.exists) as keyof typeof exists]}`,
    },
    ...(health.reachable
      ? [{ name: 'Nodes', value: nodes === null ? nodesError : describeNodes(nodes) }]
      : []),
    { name: 'Prometheus', value: <PrometheusFact prometheus={prometheus} /> },
  ];
}

const soonMs = 7 * 24 * 3_600_000;

function Expiry({ at, checkedAt }: { at: string; checkedAt: string }) {
  const leftMs = Date.parse(at) - Date.parse(checkedAt);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Time at={at} />
      {leftMs < soonMs && (
        <Badge tone={leftMs <= 0 ? 'breach' : 'warn'} icon={TriangleAlert}>
          {leftMs <= 0 ? 'has ended' : `in ${formatDurationMs(leftMs)}`}
        </Badge>
      )}
    </span>
  );
}

function describeNodes(nodes: NonNullable<ClusterHealth['nodes']>): string {
  const cordoned = nodes.ready - nodes.schedulable;
  return [
    countNodes(nodes),
    ...(cordoned > 0 ? [`${cordoned.toLocaleString('en')} cordoned`] : []),
    ...(nodes.kubeletVersions.length > 0 ? [`kubelet ${nodes.kubeletVersions.join(', ')}`] : []),
  ].join('; ');
}

function PrometheusFact({ prometheus }: { prometheus: ClusterHealth['prometheus'] }) {
  if (prometheus === null) return <span className="text-muted">none named</span>;
  const { server, reachable, error, flavour, version, targets } = prometheus;
  return (
    <span className="space-y-0.5">
      <span className="block break-all">{server}</span>
      {reachable ? (
        <>
          <Badge look="plain" tone="pass" icon={CircleCheck}>
            {[flavour ?? 'Answers', version].filter(Boolean).join(' ')}
          </Badge>
          {targets !== null && (
            <span className="block text-xs text-muted">
              {targets.toLocaleString('en')} {targets === 1 ? 'target' : 'targets'}
            </span>
          )}
        </>
      ) : (
        <>
          <Badge look="plain" tone="breach" icon={CircleX}>
            No answer
          </Badge>
          <span className="block text-xs break-words text-muted">{error}</span>
        </>
      )}
    </span>
  );
}

function ExecutorsPanel({ health }: { health: ClusterHealth | undefined }) {
  return (
    <Panel title="Executors" description="What could run there now, and what each lacks.">
      {health === undefined ? (
        <PanelBody>
          <Skeleton className="h-40 w-full" />
        </PanelBody>
      ) : health.executors.length === 0 ? (
        <PanelBody className="text-muted">Not known while the cluster does not answer.</PanelBody>
      ) : (
        <ul className="divide-y divide-line">
          {health.executors.map(({ name, ready, missing, limited }) => (
            <li key={name} className="space-y-1 px-4 py-2.5">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <code>{name}</code>
                <Badge look="plain" tone={ready ? 'pass' : 'breach'} icon={ready ? CircleCheck : CircleX}>
                  {ready ? 'Ready' : 'Not ready'}
                </Badge>
              </span>
              {missing.length > 0 && <p className="text-xs">Lacks: {missing.join('; ')}</p>}
              {limited.length > 0 && <p className="text-xs text-muted">Goes without: {limited.join('; ')}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RightsPanel({ health }: { health: ClusterHealth | undefined }) {
  if (health?.reachable === false) return null;
  return (
    <Panel title="Rights" description="What its credential may do, as the cluster answered for each verb.">
      {health === undefined ? (
        <PanelBody>
          <Skeleton className="h-80 w-full" />
        </PanelBody>
      ) : (
        <Table label="Rights">
          <thead>
            <tr>
              <HeadCell>Kind</HeadCell>
              <HeadCell>Verbs</HeadCell>
              <HeadCell>To</HeadCell>
              <HeadCell>Needed by</HeadCell>
            </tr>
          </thead>
          <tbody>
            {health.permissions.map((permission) => (
              <Row key={`${permission.resource} ${permission.purpose}`}>
                <Cell>
                  <code className="text-xs">{permission.resource}</code>
                  {permission.scope === 'cluster' && (
                    <span className="block text-xs text-muted">whole cluster</span>
                  )}
                </Cell>
                <Cell className="min-w-64">
                  <Verbs permission={permission} />
                </Cell>
                <Cell className="min-w-48">
                  {permission.purpose}
                  {permission.optional && <span className="text-xs text-muted"> (optional)</span>}
                </Cell>
                <Cell className="min-w-40 text-xs text-muted">{permission.executors.join(', ')}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function Verbs({ permission: { verbs, optional } }: { permission: ClusterHealth['permissions'][number] }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {verbs.map(({ verb, allowed }) => (
        <Badge
          key={verb}
          look="plain"
          tone={allowed ? 'pass' : optional ? 'neutral' : 'breach'}
          icon={allowed ? CircleCheck : optional ? Minus : CircleX}
          title={allowed ? `may ${verb}` : `may not ${verb}`}
        >
          {verb}
          <span className="sr-only">{allowed ? ' allowed' : ' not allowed'}</span>
        </Badge>
      ))}
    </span>
  );
}
