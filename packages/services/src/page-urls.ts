/** Addresses of the pages for people. */
export const pageUrls = (baseUrl: string) => {
  const at = (path: string): string => new URL(path, baseUrl).href;
  return {
    experiment: (name: string) => at(`/experiments/${encodeURIComponent(name)}`),
    study: (name: string) => at(`/studies/${encodeURIComponent(name)}`),
    sweep: (id: string) => at(`/sweeps/${id}`),
    compareSweep: (id: string) => at(`/compare?sweep=${id}`),
    draft: (name: string) => at(`/drafts/${encodeURIComponent(name)}`),
    run: (id: string) => at(`/runs/${id}`),
    view: (id: string) => at(`/v/${id}`),
    artifact: (runId: string, name: string) =>
      at(`/api/v1/runs/${runId}/artifacts/${encodeURIComponent(name)}`),
  };
};
