export { checkPrometheus, type PrometheusCheck, readDelayMs } from './check-prometheus.ts';
export { type CollectOptions, type CollectResult, collectQueries } from './collect-queries.ts';
export {
  connectPrometheus,
  type PrometheusAuth,
  type PrometheusConnection,
  type PrometheusEndpoint,
} from './connect-prometheus.ts';
export { PrometheusError } from './prometheus-client.ts';
