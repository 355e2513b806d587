import 'server-only';

/** Upper bounds of the duration histogram, in seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Durations {
  buckets: number[];
  count: number;
  sum: number;
}

/** What this process has done since it started, for `GET /metrics`. Label values come from declarations alone, so they are few. */
export interface ServiceMetrics {
  countRequest(request: { route: string; method: string; status: number; durationMs: number }): void;
  countSamples(format: string, samples: number): void;
  /** Prometheus text format 0.0.4. */
  render(gauges: { runsByStatus: Readonly<Record<string, number>> }): string;
}

export function createServiceMetrics(): ServiceMetrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  const samples = new Map<string, number>();
  return {
    countRequest: ({ route, method, status, durationMs }) => {
      increment(requests, labels({ route, method, status: String(status) }), 1);
      const series = labels({ route, method });
      const known = durations.get(series) ?? { buckets: durationBounds.map(() => 0), count: 0, sum: 0 };
      durations.set(series, known);
      const seconds = durationMs / 1000;
      durationBounds.forEach((bound, index) => {
        if (seconds <= bound) known.buckets[index] = (known.buckets[index] ?? 0) + 1;
      });
      known.count += 1;
      known.sum += seconds;
    },
    countSamples: (format, count) => increment(samples, labels({ format }), count),
    render: ({ runsByStatus }) => {
      const runs = Object.entries(runsByStatus).map(([status, count]): [string, number] => [
        labels({ status }),
        count,
      ]);
      const memory = process.memoryUsage();
      return [
        family('proofload_http_requests_total', 'counter', 'Calls answered', [...requests]),
        histogram('proofload_http_request_duration_seconds', 'Time from call to answer', durations),
        family('proofload_ingested_samples_total', 'counter', 'Samples stored from uploads', [...samples]),
        family('proofload_runs', 'gauge', 'Runs by status', runs),
        family('process_resident_memory_bytes', 'gauge', 'Resident memory', [['', memory.rss]]),
        family('process_uptime_seconds', 'gauge', 'Time since the process started', [['', process.uptime()]]),
      ].join('');
    },
  };
}

const increment = (map: Map<string, number>, key: string, by: number) =>
  map.set(key, (map.get(key) ?? 0) + by);

function labels(pairs: Record<string, string>): string {
  const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

const braced = (text: string) => (text === '' ? '' : `{${text}}`);
const heading = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function family(
  name: string,
  type: string,
  help: string,
  series: readonly (readonly [string, number])[],
): string {
  return (
    heading(name, type, help) + series.map(([text, value]) => `${name}${braced(text)} ${value}\n`).join('')
  );
}

function histogram(name: string, help: string, all: ReadonlyMap<string, Durations>): string {
  const lines = [...all].flatMap(([text, { buckets, count, sum }]) => [
    ...durationBounds.map((bound, index) => `${name}_bucket{${text},le="${bound}"} ${buckets[index]}\n`),
    `${name}_bucket{${text},le="+Inf"} ${count}\n`,
    `${name}_sum{${text}} ${sum}\n`,
    `${name}_count{${text}} ${count}\n`,
  ]);
  return heading(name, 'histogram', help) + lines.join('');
}
