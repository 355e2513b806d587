import type { ComparedCell, Comparison } from '@proofload/contracts';
import {
  type Amount,
  type BalanceDefinition,
  convertAmount,
  divideAmounts,
  exactly,
  formatAmount,
  subtractAmounts,
} from '@proofload/domain';

interface ReportedBalanceGroup {
  group: string;
  n: number;
  least: Amount | null;
  greatest: Amount | null;
  /** Greatest minus least where both are known, else the range as it was reported. */
  range: Amount | null;
  /** Range over that of the baseline. */
  ratio: Amount | null;
  /** How the range comes about, such as `0.55 cores − 0.23 cores = 0.32 cores`, or why there is none. */
  sentence: string;
}

export interface ReportedBalance {
  name: string;
  entity: string;
  unit: string | null;
  groups: ReportedBalanceGroup[];
}

type Measured = Pick<Comparison, 'measurements' | 'baseline' | 'groups'>;

/** How evenly load was spread by what was reported of the entities with the most and with the least. */
export function describeReportedBalance(
  name: string,
  { entity, ...roles }: BalanceDefinition,
  { measurements, baseline, groups }: Measured,
): ReportedBalance | null {
  const find = (role: string | undefined) => measurements.find((measurement) => measurement.name === role);
  const [range, greatest, least] = [find(roles.range), find(roles.greatest), find(roles.least)];
  const unit = (range ?? greatest ?? least)?.unit ?? null;
  const amountOf = (measurement: typeof range, group: string): Amount | null => {
    const cell = measurement?.cells.find((candidate) => candidate.group === group);
    const amount = cell ? knownOf(cell) : null;
    return amount && convertAmount(amount, measurement?.unit ?? '', unit ?? '');
  };
  const described = groups.map(({ key, n }) => {
    const ends = { least: amountOf(least, key), greatest: amountOf(greatest, key) };
    return { group: key, n, ...ends, ...describeRange({ ...ends, stated: amountOf(range, key), unit }) };
  });
  if (described.every((group) => group.range === null)) return null;
  const base = described.find(({ group }) => group === baseline)?.range ?? null;
  return {
    name,
    entity,
    unit,
    groups: described.map((group) => ({
      ...group,
      ratio: base && group.range && divideAmounts(group.range, base, 0),
    })),
  };
}

function describeRange({
  least,
  greatest,
  stated,
  unit,
}: {
  least: Amount | null;
  greatest: Amount | null;
  stated: Amount | null;
  unit: string | null;
}): Pick<ReportedBalanceGroup, 'range' | 'sentence'> {
  const say = (amount: Amount | null) => formatAmount(amount, unit);
  const worked = least && greatest && subtractAmounts(greatest, least);
  if (!worked) {
    const sentence = stated ? `${say(stated)} as reported, without its ends` : 'nothing was reported';
    return { range: stated, sentence };
  }
  const sum = `${say(greatest)} − ${say(least)} = ${say(worked)}`;
  const differs = stated !== null && say(stated) !== say(worked);
  return { range: worked, sentence: differs ? `${sum}, but ${say(stated)} was reported` : sum };
}

/** What is known of the mean of a group. */
function knownOf({ amount, mean }: ComparedCell): Amount | null {
  return amount ?? (mean === null ? null : exactly(mean));
}
