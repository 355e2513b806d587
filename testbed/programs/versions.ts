/** Of Kubernetes; `kube/go.mod` requires the same. */
export const kubernetesVersion = 'v1.36.3';
export const kwokVersion = 'v0.8.0';
/** The least version of Go that builds Kubernetes; `kube/go.mod` names the same. */
export const goVersion = '1.26.0';
