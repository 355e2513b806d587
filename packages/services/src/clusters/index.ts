export { checkClusterHealth } from './check-cluster-health.ts';
export { deleteCluster, listClusters, readCluster, readContexts } from './list-clusters.ts';
export { readRbacManifest } from './make-rbac-manifest.ts';
export { type OpenCluster, openCluster } from './open-cluster.ts';
export { createCluster, replaceCluster } from './save-cluster.ts';
