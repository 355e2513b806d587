export { makeCertificates, type TestCertificates } from './certificates.ts';
export type { AccessRule } from './create-account.ts';
export { type HistogramTarget, startHistogramTarget } from './histogram-target.ts';
export { findTestK6 } from './k6-program.ts';
export { type PrometheusOptions, type RealPrometheus, startPrometheus } from './prometheus-server.ts';
export { type RedisServer, startRedisServer } from './redis-server.ts';
export { startTargetServer, type TargetServer, type TargetServerOptions } from './target-server.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { type PlacedNode, type SharedTestbed, useTestbed } from './use-testbed.ts';
