export { ClusterError } from './cluster-error.ts';
export { type ClusterClient, type ConnectOptions, connectCluster } from './connect-cluster.ts';
export { readCredentialExpiry } from './credential-expiry.ts';
export {
  type ClusterAuth,
  type ClusterCredentials,
  findProxyProblem,
  findServerProblem,
  isNamespaceName,
} from './credentials.ts';
export type { ClusterNode, ClusterVersion } from './facts.ts';
export type {
  ApplyOptions,
  DeleteOptions,
  ListOptions,
  ObjectClient,
  ObjectList,
  Propagation,
  Selection,
  WriteOptions,
} from './objects.ts';
export {
  listQuestions,
  type NeededPermission,
  neededPermissions,
  questionKey,
  resourceName,
} from './permissions.ts';
export type { FollowLogOptions, LogLine, PodLogRef, ReadLogOptions } from './pod-log.ts';
export { makeRbacManifest, type RbacChoice } from './rbac-manifest.ts';
export { type KubeconfigContext, maxKubeconfigBytes, readKubeconfig } from './read-kubeconfig.ts';
export {
  type ApiResource,
  apiVersionOf,
  type KindRef,
  type KubernetesObject,
  type ObjectInput,
  type ObjectMetadata,
  type ObjectRef,
} from './resource.ts';
export type { AccessAnswer, AccessQuestion } from './review-access.ts';
export type { WatchEvent, WatchOptions } from './watch.ts';
