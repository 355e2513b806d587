export { connectTestbed, type PartState, readTestbedFacts, type Testbed } from './connect-testbed.ts';
export { type ClusterClients, makeClients } from './host/bootstrap.ts';
export { makeKubeconfig } from './host/kubeconfig.ts';
export { annotations } from './kwok/annotations.ts';
export { makePlayedNode } from './kwok/played-node.ts';
export {
  type NodeShapeInput,
  type PartName,
  type PartSettings,
  type TestbedFacts,
  testbedFacts,
} from './options.ts';
export { onProcessNode } from './process-node/process-taint.ts';
export { startTestbed, type TestbedRequest } from './start-testbed.ts';
export { TestbedError } from './testbed-error.ts';
