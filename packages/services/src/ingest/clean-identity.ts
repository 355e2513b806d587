import type { SeriesIdentity } from '@proofload/series';

/** The contract's bounds on names and values. */
const [maxNameLength, maxValueLength, maxLabels] = [128, 1024, 64];
const maxMetricLength = 256;

/** A series as it can be stored: bounded lengths, no empty labels, nothing that is not Unicode text. */
export function cleanIdentity(identity: SeriesIdentity): SeriesIdentity {
  const labels = Object.entries(identity.labels)
    .filter(([, value]) => value !== '')
    .slice(0, maxLabels)
    .map(([name, value]) => [cleanText(name, maxNameLength), cleanText(value, maxValueLength)] as const);
  return {
    ...identity,
    metric: cleanText(identity.metric, maxMetricLength),
    labels: Object.fromEntries(labels),
  };
}

/** PostgreSQL's text holds neither NUL nor lone surrogates. */
function cleanText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return cut.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
