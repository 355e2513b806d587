import { ProofloadError } from '@proofload/domain';

/** What may be sent as results. */
export const resultFormats = ['kube-burner', 'clusterloader2', 'iperf3', 'csv'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** Names with which the documents of each program begin; tools that sort names put others first. */
const firstNames: Readonly<Record<string, ResultFormat>> = {
  start: 'iperf3',
  intervals: 'iperf3',
  end: 'iperf3',
  error: 'iperf3',
  event: 'iperf3',
  title: 'iperf3',
  extra_data: 'iperf3',
  version: 'clusterloader2',
  dataItems: 'clusterloader2',
  perc50: 'clusterloader2',
};
const names = 'the JSON of kube-burner, ClusterLoader2 or iperf3, or CSV with a header, gzip allowed';

/**
 * Tells the formats of results apart by their first bytes.
 * @param head the first kilobytes, or all of a shorter body
 */
export function detectResults(head: Uint8Array): ResultFormat {
  // The byte order mark counts as space.
  const text = Buffer.from(head).toString('utf8').trimStart();
  if (text === '') {
    throw new ProofloadError('invalid', 'The body is empty', {
      fields: [{ field: 'body', message: `expected ${names}` }],
    });
  }
  if (text.startsWith('[')) return 'kube-burner';
  if (text.startsWith('{')) {
    const first = /^\{\s*"([^"\\]{0,40})"\s*:/.exec(text)?.[1] ?? '';
    const format = Object.hasOwn(firstNames, first) ? firstNames[first] : undefined;
    // One of k6's summaries begins with its version as well.
    const isOther = first === 'version' && /"(results|config)"\s*:/.test(text);
    if (format !== undefined && !isOther) return format;
    throw unknownFormat(
      isOther || isOfK6(first) ? 'this is k6 output, which goes to /k6' : `expected ${names}`,
    );
  }
  const [header = ''] = text.split(/\r?\n/, 1);
  if (/(^|,)"?metric_name"?(,|$)/.test(header)) throw unknownFormat('this is k6 output, which goes to /k6');
  if (/^#\s*(HELP|TYPE)\s/.test(header))
    throw unknownFormat('this is Prometheus text, which goes to /openmetrics');
  if (/[,;\t]/.test(header) && !header.includes('\0')) return 'csv';
  throw unknownFormat(`expected ${names}`);
}

const isOfK6 = (name: string): boolean =>
  ['metric', 'type', 'metrics', 'root_group', 'options', 'state', 'results', 'config'].includes(name);

const unknownFormat = (message: string): ProofloadError =>
  new ProofloadError('unsupported', `The format is unknown: ${message}`, {
    fields: [{ field: 'body', message }],
  });
