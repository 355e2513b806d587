import type { ReportedFigures } from '../stream/reported-figures.ts';
import { countNames, counts, type End, type Figures, levelNames, levels } from './iperf3-shapes.ts';

const sums = [
  'sum',
  'sum_sent',
  'sum_received',
  'sum_bidir_reverse',
  'sum_sent_bidir_reverse',
  'sum_received_bidir_reverse',
] as const;
const roles = ['sender', 'receiver', 'udp'] as const;

/**
 * Reports iperf3's figures over the whole test under the names that they have there. False when there are none.
 * @param labelsOf a stream
 */
export function reportEnd(
  { streams, cpu_utilization_percent: cpu, ...rest }: End,
  to: ReportedFigures,
  labelsOf: (figures: Figures) => Record<string, string>,
): boolean {
  let hasFigures = false;
  for (const name of sums) {
    const figures = rest[name];
    if (!figures) continue;
    hasFigures = true;
    reportFigures(`iperf3_${name}`, figures, {}, to);
  }
  for (const stream of streams) {
    for (const role of roles) {
      const figures = stream[role];
      if (figures) reportFigures(`iperf3_stream_${role}`, figures, labelsOf(figures), to);
    }
  }
  for (const [name, value] of Object.entries(cpu ?? {})) {
    if (value != null) to.addLevel({ metric: `iperf3_cpu_${name}`, unit: '%', labels: {} }, value);
  }
  return hasFigures;
}

function reportFigures(
  prefix: string,
  figures: Figures,
  labels: Record<string, string>,
  to: ReportedFigures,
): void {
  for (const name of levelNames) {
    const value = figures[name];
    if (value != null) to.addLevel({ metric: `${prefix}_${name}`, unit: levels[name], labels }, value);
  }
  for (const name of countNames) {
    const value = figures[name];
    const rate = name === 'bytes' && figures.bits_per_second != null ? figures.bits_per_second / 8 : null;
    if (value != null) to.addCount({ metric: `${prefix}_${name}`, unit: counts[name], labels }, value, rate);
  }
  const { min_rtt: min, mean_rtt: avg, max_rtt: max } = figures;
  if (min == null && avg == null && max == null) return;
  to.addQuantiles({ metric: `${prefix}_rtt`, unit: levels.rtt, labels }, { min, max, avg, percentiles: {} });
}
