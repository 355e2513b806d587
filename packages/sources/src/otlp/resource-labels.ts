import type { Labels } from './otlp-model.ts';

/** Attributes that tell instances of a service apart, the best one first. */
const instanceAttributes = ['service.instance.id', 'k8s.pod.name', 'host.name'] as const;

/**
 * The labels that a resource puts on its series: `job` from `service.namespace` and `service.name`, `instance` from
 * `service.instance.id`, or else from the pod or the host. Its other attributes would stand on every series and tell
 * nothing apart. Source: OpenTelemetry specification, "Prometheus and OpenMetrics compatibility".
 */
export function labelsOfResource(resource: Labels): Labels {
  const service = resource['service.name'] ?? '';
  const namespace = resource['service.namespace'] ?? '';
  const job = service !== '' && namespace !== '' ? `${namespace}/${service}` : service;
  const instance = instanceAttributes.map((name) => resource[name] ?? '').find((value) => value !== '');
  return { ...(job === '' ? {} : { job }), ...(instance === undefined ? {} : { instance }) };
}
