import type { SeriesKind } from '@proofload/series';

export interface K6Metric {
  kind: SeriesKind;
  unit: string | null;
}

/** k6's metric types as Proofload's kinds. Source: grafana/k6, metrics/metric_type.go. */
export const kindOfType: ReadonlyMap<string, SeriesKind> = new Map([
  ['counter', 'delta'],
  ['gauge', 'gauge'],
  ['rate', 'ratio'],
  ['trend', 'distribution'],
]);

/** k6's value types: times are milliseconds. Source: grafana/k6, metrics/value_type.go. */
export const unitOfContent: ReadonlyMap<string, string> = new Map([
  ['time', 'ms'],
  ['data', 'bytes'],
]);

const builtIn: Readonly<Record<string, readonly [type: string, content: string]>> = {
  vus: ['gauge', 'default'],
  vus_max: ['gauge', 'default'],
  iterations: ['counter', 'default'],
  iteration_duration: ['trend', 'time'],
  dropped_iterations: ['counter', 'default'],
  checks: ['rate', 'default'],
  group_duration: ['trend', 'time'],
  http_reqs: ['counter', 'default'],
  http_req_failed: ['rate', 'default'],
  http_req_duration: ['trend', 'time'],
  http_req_blocked: ['trend', 'time'],
  http_req_connecting: ['trend', 'time'],
  http_req_tls_handshaking: ['trend', 'time'],
  http_req_sending: ['trend', 'time'],
  http_req_waiting: ['trend', 'time'],
  http_req_receiving: ['trend', 'time'],
  ws_sessions: ['counter', 'default'],
  ws_msgs_sent: ['counter', 'default'],
  ws_msgs_received: ['counter', 'default'],
  ws_ping: ['trend', 'time'],
  ws_session_duration: ['trend', 'time'],
  ws_connecting: ['trend', 'time'],
  grpc_req_duration: ['trend', 'time'],
  grpc_streams: ['counter', 'default'],
  grpc_streams_msgs_sent: ['counter', 'default'],
  grpc_streams_msgs_received: ['counter', 'default'],
  data_sent: ['counter', 'data'],
  data_received: ['counter', 'data'],
  browser_data_sent: ['counter', 'data'],
  browser_data_received: ['counter', 'data'],
  browser_http_req_duration: ['trend', 'time'],
  browser_http_req_failed: ['rate', 'default'],
  browser_web_vital_cls: ['trend', 'default'],
  browser_web_vital_fcp: ['trend', 'time'],
  browser_web_vital_inp: ['trend', 'time'],
  browser_web_vital_lcp: ['trend', 'time'],
  browser_web_vital_ttfb: ['trend', 'time'],
};

/**
 * What a metric of k6's own is, for formats that do not say it. Null for metrics that a script defines.
 * Source: grafana/k6, metrics/builtin.go, and the documentation of its built-in metrics.
 */
export function builtInMetric(name: string): K6Metric | null {
  const found = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (found === undefined) return null;
  const [type, content] = found;
  return { kind: kindOfType.get(type) as SeriesKind, unit: unitOfContent.get(content) ?? null };
}
