/** Keeps pods off the process node that do not tolerate it. */
export const processTaint = { key: 'testbed.proofload/process', value: 'true', effect: 'NoSchedule' };

/** What the specification of a pod needs to run as processes of this machine. */
export const onProcessNode = {
  nodeSelector: { type: 'process' },
  tolerations: [{ key: processTaint.key, operator: 'Exists' }],
};
