export { type CollectOptions, type CollectResult, collectQueries } from './collect-queries.ts';
export { createPrometheusClient, type PrometheusClient } from './prometheus-client.ts';
