import 'server-only';
import * as bundles from '@/app/api/v1/bundles/route.ts';
import * as clusterHealth from '@/app/api/v1/clusters/[name]/health/route.ts';
import * as clusterRbac from '@/app/api/v1/clusters/[name]/rbac.yaml/route.ts';
import * as cluster from '@/app/api/v1/clusters/[name]/route.ts';
import * as clusterContexts from '@/app/api/v1/clusters/contexts/route.ts';
import * as rbac from '@/app/api/v1/clusters/rbac.yaml/route.ts';
import * as clusters from '@/app/api/v1/clusters/route.ts';
import * as compareBalance from '@/app/api/v1/compare/balance/route.ts';
import * as compareBreaches from '@/app/api/v1/compare/breaches/route.ts';
import * as compareBreakdown from '@/app/api/v1/compare/breakdown/route.ts';
import * as compareCapacity from '@/app/api/v1/compare/capacity/route.ts';
import * as compareLabels from '@/app/api/v1/compare/labels/route.ts';
import * as compareLatency from '@/app/api/v1/compare/latency/route.ts';
import * as compareMetrics from '@/app/api/v1/compare/metrics/route.ts';
import * as compare from '@/app/api/v1/compare/route.ts';
import * as compareScaling from '@/app/api/v1/compare/scaling/route.ts';
import * as compareSeries from '@/app/api/v1/compare/series/route.ts';
import * as compareTradeOff from '@/app/api/v1/compare/trade-off/route.ts';
import * as draftBundle from '@/app/api/v1/drafts/[name]/bundle/route.ts';
import * as draftEvaluation from '@/app/api/v1/drafts/[name]/evaluation/route.ts';
import * as draftFreeze from '@/app/api/v1/drafts/[name]/freeze/route.ts';
import * as draftMarkdown from '@/app/api/v1/drafts/[name]/markdown/route.ts';
import * as draft from '@/app/api/v1/drafts/[name]/route.ts';
import * as draftCheck from '@/app/api/v1/drafts/check/route.ts';
import * as drafts from '@/app/api/v1/drafts/route.ts';
import * as evaluationCancel from '@/app/api/v1/evaluations/[id]/cancel/route.ts';
import * as evaluation from '@/app/api/v1/evaluations/[id]/route.ts';
import * as experimentDiff from '@/app/api/v1/experiments/[name]/diff/route.ts';
import * as experimentEvaluate from '@/app/api/v1/experiments/[name]/evaluate/route.ts';
import * as experimentChange from '@/app/api/v1/experiments/[name]/history/[run]/route.ts';
import * as experimentHistory from '@/app/api/v1/experiments/[name]/history/route.ts';
import * as experiment from '@/app/api/v1/experiments/[name]/route.ts';
import * as experimentSweeps from '@/app/api/v1/experiments/[name]/sweeps/route.ts';
import * as experimentCheck from '@/app/api/v1/experiments/check/route.ts';
import * as experiments from '@/app/api/v1/experiments/route.ts';
import * as me from '@/app/api/v1/me/route.ts';
import * as prometheusServerCheck from '@/app/api/v1/prometheus-servers/[name]/check/route.ts';
import * as prometheusServer from '@/app/api/v1/prometheus-servers/[name]/route.ts';
import * as prometheusServers from '@/app/api/v1/prometheus-servers/route.ts';
import * as reportBundle from '@/app/api/v1/reports/[id]/bundle/route.ts';
import * as reportMarkdown from '@/app/api/v1/reports/[id]/markdown/route.ts';
import * as report from '@/app/api/v1/reports/[id]/route.ts';
import * as reports from '@/app/api/v1/reports/route.ts';
import * as retentionApply from '@/app/api/v1/retention/apply/route.ts';
import * as retention from '@/app/api/v1/retention/route.ts';
import * as retentionUsage from '@/app/api/v1/retention/usage/route.ts';
import * as runAnnotation from '@/app/api/v1/runs/[id]/annotations/[annotation]/route.ts';
import * as runAnnotations from '@/app/api/v1/runs/[id]/annotations/route.ts';
import * as runArtifact from '@/app/api/v1/runs/[id]/artifacts/[name]/route.ts';
import * as runCancel from '@/app/api/v1/runs/[id]/cancel/route.ts';
import * as runCatalog from '@/app/api/v1/runs/[id]/catalog/route.ts';
import * as runClusterEvents from '@/app/api/v1/runs/[id]/cluster-events/route.ts';
import * as runEntities from '@/app/api/v1/runs/[id]/entities/route.ts';
import * as runEvaluations from '@/app/api/v1/runs/[id]/evaluations/route.ts';
import * as runEvents from '@/app/api/v1/runs/[id]/events/route.ts';
import * as runExport from '@/app/api/v1/runs/[id]/export/route.ts';
import * as runFinish from '@/app/api/v1/runs/[id]/finish/route.ts';
import * as runK6 from '@/app/api/v1/runs/[id]/k6/route.ts';
import * as runLog from '@/app/api/v1/runs/[id]/log/route.ts';
import * as runMeasurements from '@/app/api/v1/runs/[id]/measurements/route.ts';
import * as runMetrics from '@/app/api/v1/runs/[id]/metrics/route.ts';
import * as runOpenMetrics from '@/app/api/v1/runs/[id]/openmetrics/route.ts';
import * as runOtlpMetrics from '@/app/api/v1/runs/[id]/otlp/v1/metrics/route.ts';
import * as runPhases from '@/app/api/v1/runs/[id]/phases/route.ts';
import * as runPin from '@/app/api/v1/runs/[id]/pin/route.ts';
import * as runPodLog from '@/app/api/v1/runs/[id]/pods/[pod]/log/route.ts';
import * as runPods from '@/app/api/v1/runs/[id]/pods/route.ts';
import * as runResults from '@/app/api/v1/runs/[id]/results/route.ts';
import * as run from '@/app/api/v1/runs/[id]/route.ts';
import * as runSeries from '@/app/api/v1/runs/[id]/series/route.ts';
import * as runStatistics from '@/app/api/v1/runs/[id]/statistics/route.ts';
import * as runSteps from '@/app/api/v1/runs/[id]/steps/route.ts';
import * as runWindows from '@/app/api/v1/runs/[id]/windows/route.ts';
import * as runWrite from '@/app/api/v1/runs/[id]/write/route.ts';
import * as runFields from '@/app/api/v1/runs/fields/route.ts';
import * as runs from '@/app/api/v1/runs/route.ts';
import * as script from '@/app/api/v1/scripts/[name]/route.ts';
import * as series from '@/app/api/v1/series/route.ts';
import * as signOut from '@/app/api/v1/sign-out/route.ts';
import * as study from '@/app/api/v1/studies/[name]/route.ts';
import * as studies from '@/app/api/v1/studies/route.ts';
import * as sweepCancel from '@/app/api/v1/sweeps/[id]/cancel/route.ts';
import * as sweepEvents from '@/app/api/v1/sweeps/[id]/events/route.ts';
import * as sweepPause from '@/app/api/v1/sweeps/[id]/pause/route.ts';
import * as sweepReplicates from '@/app/api/v1/sweeps/[id]/replicates/route.ts';
import * as sweepResume from '@/app/api/v1/sweeps/[id]/resume/route.ts';
import * as sweepRetry from '@/app/api/v1/sweeps/[id]/retry/route.ts';
import * as sweep from '@/app/api/v1/sweeps/[id]/route.ts';
import * as sweeps from '@/app/api/v1/sweeps/route.ts';
import * as token from '@/app/api/v1/tokens/[id]/route.ts';
import * as tokens from '@/app/api/v1/tokens/route.ts';
import * as view from '@/app/api/v1/views/[id]/route.ts';
import * as views from '@/app/api/v1/views/route.ts';
import type { Route } from '../route.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];
type Routes = { readonly [M in Method]?: Route };

/** Every route under /api/v1 by its path; a test holds this against the files. */
export const routesByPath: Readonly<Record<string, Routes>> = {
  '/experiments': experiments,
  '/experiments/check': experimentCheck,
  '/experiments/{name}': experiment,
  '/experiments/{name}/diff': experimentDiff,
  '/experiments/{name}/evaluate': experimentEvaluate,
  '/experiments/{name}/history': experimentHistory,
  '/experiments/{name}/history/{run}': experimentChange,
  '/experiments/{name}/sweeps': experimentSweeps,
  '/evaluations/{id}': evaluation,
  '/evaluations/{id}/cancel': evaluationCancel,
  '/sweeps': sweeps,
  '/sweeps/{id}': sweep,
  '/sweeps/{id}/cancel': sweepCancel,
  '/sweeps/{id}/events': sweepEvents,
  '/sweeps/{id}/pause': sweepPause,
  '/sweeps/{id}/resume': sweepResume,
  '/sweeps/{id}/retry': sweepRetry,
  '/sweeps/{id}/replicates': sweepReplicates,
  '/runs': runs,
  '/runs/fields': runFields,
  '/runs/{id}': run,
  '/runs/{id}/cancel': runCancel,
  '/runs/{id}/evaluations': runEvaluations,
  '/runs/{id}/entities': runEntities,
  '/runs/{id}/windows': runWindows,
  '/runs/{id}/export': runExport,
  '/runs/{id}/finish': runFinish,
  '/runs/{id}/otlp/v1/metrics': runOtlpMetrics,
  '/runs/{id}/phases': runPhases,
  '/runs/{id}/pin': runPin,
  '/runs/{id}/annotations': runAnnotations,
  '/runs/{id}/annotations/{annotation}': runAnnotation,
  '/runs/{id}/cluster-events': runClusterEvents,
  '/runs/{id}/pods': runPods,
  '/runs/{id}/pods/{pod}/log': runPodLog,
  '/runs/{id}/steps': runSteps,
  '/runs/{id}/log': runLog,
  '/runs/{id}/artifacts/{name}': runArtifact,
  '/runs/{id}/k6': runK6,
  '/runs/{id}/openmetrics': runOpenMetrics,
  '/runs/{id}/results': runResults,
  '/runs/{id}/write': runWrite,
  '/runs/{id}/series': runSeries,
  '/runs/{id}/measurements': runMeasurements,
  '/runs/{id}/metrics': runMetrics,
  '/runs/{id}/catalog': runCatalog,
  '/runs/{id}/statistics': runStatistics,
  '/runs/{id}/events': runEvents,
  '/scripts/{name}': script,
  '/series': series,
  '/studies': studies,
  '/studies/{name}': study,
  '/compare': compare,
  '/compare/scaling': compareScaling,
  '/compare/breaches': compareBreaches,
  '/compare/capacity': compareCapacity,
  '/compare/series': compareSeries,
  '/compare/metrics': compareMetrics,
  '/compare/trade-off': compareTradeOff,
  '/compare/labels': compareLabels,
  '/compare/balance': compareBalance,
  '/compare/breakdown': compareBreakdown,
  '/compare/latency': compareLatency,
  '/clusters': clusters,
  '/clusters/contexts': clusterContexts,
  '/clusters/rbac.yaml': rbac,
  '/clusters/{name}': cluster,
  '/clusters/{name}/health': clusterHealth,
  '/clusters/{name}/rbac.yaml': clusterRbac,
  '/prometheus-servers': prometheusServers,
  '/prometheus-servers/{name}': prometheusServer,
  '/prometheus-servers/{name}/check': prometheusServerCheck,
  '/drafts': drafts,
  '/drafts/check': draftCheck,
  '/drafts/{name}': draft,
  '/drafts/{name}/bundle': draftBundle,
  '/drafts/{name}/evaluation': draftEvaluation,
  '/drafts/{name}/freeze': draftFreeze,
  '/drafts/{name}/markdown': draftMarkdown,
  '/reports': reports,
  '/reports/{id}': report,
  '/reports/{id}/bundle': reportBundle,
  '/reports/{id}/markdown': reportMarkdown,
  '/bundles': bundles,
  '/retention': retention,
  '/retention/apply': retentionApply,
  '/retention/usage': retentionUsage,
  '/tokens': tokens,
  '/tokens/{id}': token,
  '/views': views,
  '/views/{id}': view,
  '/me': me,
  '/sign-out': signOut,
};
