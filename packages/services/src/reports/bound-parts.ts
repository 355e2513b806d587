import type { ReportPart, ReportParts } from '@proofload/contracts';

/** Bytes of JSON of one part: whoever opens a report loads all of it. */
const maxPartBytes = 2 * 1024 * 1024;

/** Leaves out what is too large to be read, and says so. */
export function boundParts(parts: ReportParts): ReportParts {
  const omitted: ReportParts['omitted'] = [];
  const keep = <P extends ReportPart>(part: P, nothing: ReportParts[P]): ReportParts[P] => {
    const bytes = Buffer.byteLength(JSON.stringify(parts[part]));
    if (bytes <= maxPartBytes) return parts[part];
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
    const most = `${maxPartBytes / 1024 / 1024} MiB`;
    const reason = `it has ${size}, and a part of a report at most ${most}: compare fewer runs to freeze it`;
    omitted.push({ part, reason });
    return nothing;
  };
  return {
    scaling: keep('scaling', null),
    tradeOff: keep('tradeOff', null),
    breaches: keep('breaches', null),
    capacity: keep('capacity', null),
    balance: keep('balance', null),
    entities: keep('entities', []),
    breakdown: keep('breakdown', null),
    latency: keep('latency', null),
    omitted,
  };
}
